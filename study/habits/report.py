"""The table of habits, the fitted parameters, and the games that are missing, as text or JSON. Pure.

A group below MIN_PLAYERS is not described at all: players are the samples of every interval, which is too
narrow with fewer, and a table of few players would show the habits of persons.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

from study.habits.chances import HABITS
from study.habits.fitting import PARAMETERS, Interval
from study.habits.measure import Profile

MIN_PLAYERS = 20
# The parameters of the model, which have to be precise.
MODEL = ("MISCOUNT", "NOTICES")
COST = "points lost by a discard"

PUBLISHED = {
    "led_pair": "40-44 [1]",
    "led_ace_A4XX": "7 [2]",
    "paired_lead": "40-42 [1]",
    "paired_four": "19.9 [2]",
    "paired_ace": "12.8 [2]",
}
NOTES = (
    "Percent of chances taken, ± half the 95% interval (chances). A chance is a choice to do so or not.",
    "[1] H. Mueller, HALSCRIB, 1987: the best mixture by two pay-off matrices.",
    "[2] Cribbage Pro, September 2012, of players there; replies to leads from ace, four and two tens.",
)


class Column(NamedTuple):
    """A group of people, a bot, or the model as fitted to a group."""

    name: str
    profile: Profile
    is_group: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether the group has enough players. Bots are always shown."""
        return not self.is_group or self.profile.players >= MIN_PLAYERS


def find_fit(profile: Profile) -> tuple[float, float] | None:
    """Return MISCOUNT and NOTICES of a group, or None if there are too few games for one of them."""
    if profile.players < MIN_PLAYERS or any(find_lack(profile, name) for name in MODEL):
        return None
    miscount, notices = (profile.fitted[name] for name in MODEL)
    return None if miscount is None or notices is None else (miscount.value, notices.value)


def find_lack(profile: Profile, name: str) -> int | None:
    """Return how many games a parameter needs if these are too few. An interval shrinks with their root."""
    fitted = profile.fitted[name]
    if fitted is None:
        return 2 * profile.games
    ratio = fitted.margin / PARAMETERS[name].precise
    return ceil(profile.games * ratio**2) if ratio > 1 else None


def report_lines(columns: Sequence[Column]) -> Iterator[str]:
    """Yield the report."""
    shown = [column for column in columns if column.is_shown]
    yield from _table(shown)
    yield ""
    yield from NOTES
    yield ""
    for column in columns:
        if column.is_group:
            yield from _group_lines(column)
    for model in shown:
        group = next((one for one in shown if one.is_group and model.name == fitted_name(one.name)), None)
        if group is not None:
            yield from _missing_lines(group, model)


def fitted_name(group: str) -> str:
    """Return the name of the model as fitted to a group."""
    return f"as {group}"


def _table(columns: Sequence[Column]) -> Iterator[str]:
    rows = [["", *(column.name for column in columns), "published"]]
    sizes = (f"{column.profile.players} / {column.profile.games}" for column in columns)
    rows.append(["players / games", *sizes, ""])
    for habit, label in HABITS.items():
        cells = (share_text(column.profile.shares[habit]) for column in columns)
        rows.append([label, *cells, PUBLISHED.get(habit, "")])
    rows.append([COST, *(number_text(column.profile.cost) for column in columns), ""])
    for name in PARAMETERS:
        rows.append([name, *(number_text(column.profile.fitted[name]) for column in columns), ""])
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        first, *others = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join((first, *others)).rstrip()


def share_text(share: Interval | None) -> str:
    """Return a share as text."""
    return "-" if share is None else f"{100 * share.value:.1f} ±{100 * share.margin:.1f} ({share.of})"


def number_text(number: Interval | None) -> str:
    """Return a mean or a parameter as text."""
    return "-" if number is None else f"{number.value:.2f} ±{number.margin:.2f} ({number.of})"


def _group_lines(column: Column) -> Iterator[str]:
    players, games = column.profile.players, column.profile.games
    if not column.is_shown:
        yield (
            f"{column.name}: too few players, {players} of the {MIN_PLAYERS} needed. Players are the samples,"
            " and with fewer the table would show the habits of persons."
        )
        return
    fit = find_fit(column.profile)
    if fit is not None:
        yield f"{column.name}: errs as Novice with MISCOUNT = {fit[0]:.2f} and NOTICES = {fit[1]:.2f} would."
    for name in MODEL:
        if needed := find_lack(column.profile, name):
            yield (
                f"{column.name}: too few games to fit {name}, {games:,} of about {needed:,} needed for an "
                f"interval of ±{PARAMETERS[name].precise}, a seventh of the step from Novice to Club."
            )


def _missing_lines(group: Column, model: Column) -> Iterator[str]:
    """Yield the habits of a group that the model does not have: the intervals do not meet."""
    for habit, label in HABITS.items():
        own, other = group.profile.shares[habit], model.profile.shares[habit]
        if own and other and (own.low > other.high or own.high < other.low):
            yield f"{group.name}: {label} {100 * own.value:.0f}%, the fitted model {100 * other.value:.0f}%."


def to_json(columns: Sequence[Column]) -> dict[str, Any]:
    """Return the report as JSON. Groups with too few players are only counted."""
    return {"least_players": MIN_PLAYERS, "columns": [_column_json(column) for column in columns]}


def _column_json(column: Column) -> dict[str, Any]:
    profile = column.profile
    counted = {"name": column.name, "players": profile.players, "games": profile.games}
    if not column.is_shown:
        return counted | {"enough_players": False}
    needed = {name: find_lack(profile, name) for name in MODEL} if column.is_group else {}
    return counted | {
        "enough_players": True,
        "games_needed": needed,
        "habits": {habit: _interval_json(share) for habit, share in profile.shares.items()},
        "cost": _interval_json(profile.cost),
        "parameters": {name: _interval_json(fitted) for name, fitted in profile.fitted.items()},
    }


def _interval_json(interval: Interval | None) -> dict[str, float] | None:
    return None if interval is None else interval._asdict()
