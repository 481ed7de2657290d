"""Reports on a meeting: as plain values, and as text."""

from collections.abc import Iterator
from typing import Any

from game.arena.figures import NAMES, PUBLISHED, Figures
from game.arena.meeting import Meeting, Outcome
from game.arena.odds import elo, ladder_points

ReportJson = dict[str, Any]


def report_json(meeting: Meeting, outcome: Outcome) -> ReportJson:
    """Return a meeting as plain values. Values about matches are included only if matches were played."""
    games, matches = outcome.games, outcome.matches
    values: ReportJson = {
        "one": meeting.one,
        "other": meeting.other,
        "seed": meeting.seed,
        "games": games.samples * games.stake,
        "win_percent": round(games.percent, 3),
        "low": round(games.low, 3),
        "high": round(games.high, 3),
        "elo": rounded(elo(games.percent)),
        "skunks_for": outcome.skunks_for,
        "skunks_against": outcome.skunks_against,
        **value_json(meeting, outcome),
        "per_deal": per_deal(meeting, outcome),
    }
    if meeting.length > 1:
        values |= {
            "match": meeting.length,
            "matches": matches.samples * matches.stake,
            "match_percent": round(matches.percent, 3),
            "match_low": round(matches.low, 3),
            "match_high": round(matches.high, 3),
        }
    return values


def value_json(meeting: Meeting, outcome: Outcome) -> ReportJson:
    """Return the first brain's average net value per game; a skunk counts two and a double skunk four."""
    games = 2 * meeting.length
    mean, margin = outcome.value.mean / games, outcome.value.margin / games
    return {
        "value": round(mean, 4),
        "value_low": round(mean - margin, 4),
        "value_high": round(mean + margin, 4),
    }


def per_deal(meeting: Meeting, outcome: Outcome) -> ReportJson:
    """Return each brain's average deal with the published one. A brain that met itself has one entry."""
    by_name = {meeting.one: Figures(), meeting.other: Figures()}
    by_name[meeting.one] += outcome.one
    by_name[meeting.other] += outcome.other
    means = {name: figures.means for name, figures in by_name.items()}
    return {name: {what: round(mean, 4) for what, mean in of.items()} for name, of in means.items()} | {
        "published": PUBLISHED
    }


def rounded(points: float | None) -> float | None:
    """Round to a tenth of a point, which is far finer than the known precision."""
    return None if points is None else round(points, 1)


def report_lines(values: ReportJson, terms: str) -> Iterator[str]:
    """Format the values as text lines."""
    games = values["games"]
    skunks, skunked = (describe_frequency(values[of], games) for of in ("skunks_for", "skunks_against"))
    yield f"{values['one']} v {values['other']}: {games:,} games, every deck played from both seats ({terms})"
    yield ""
    if "match" in values:
        matches = f"{values['matches']:,} matches of {values['match']} games"
        yield f"  matches won    {describe_share(values, 'match_')}, {matches}"
    yield f"  games won      {describe_share(values)}"
    curve = "beyond any figure" if values["elo"] is None else f"{values['elo']:+.0f}"
    line = f"{ladder_points(values['win_percent']):+.0f}"
    yield f"  implied Elo    {curve}; on the ladder's straight line {line}"
    yield f"  skunks         {skunks} for, {skunked} against"
    yield f"  game value     {describe_value(values)}"
    yield ""
    columns = values["per_deal"]
    yield "  " + f"{'an average deal':26}" + "".join([f"{name:>{width(name)}}" for name in columns])
    for what, name in NAMES.items():
        cells = [f"{means[what]:>{width(brain)}.3f}" for brain, means in columns.items()]
        yield f"  {name:26}" + "".join(cells)


def describe_share(values: ReportJson, of: str = "") -> str:
    """Describe a share with its interval; `of` is the prefix of its names."""
    percent = values[f"{of}percent" if of else "win_percent"]
    return f"{percent:.2f}% (95%: {values[f'{of}low']:.2f} to {values[f'{of}high']:.2f})"


def describe_value(values: ReportJson) -> str:
    """Describe the average value of a game with its interval."""
    return f"{values['value']:+.3f} a game (95%: {values['value_low']:+.3f} to {values['value_high']:+.3f})"


def describe_frequency(number: int, games: int) -> str:
    """Describe a number, and its share of the games."""
    return f"{number:,} ({100 * number / games:.1f}%)"


def width(name: str) -> int:
    """Return the width of a column with this heading."""
    return max(len(name), 8) + 2
