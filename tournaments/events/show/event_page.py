"""An event's page for one visitor, from its public part and the visitor's own data.

`static/js/tournaments/events/view.js` and `model.js` do the same for updates.
"""

from collections.abc import Container
from typing import Any

from django.utils.translation import get_language, gettext

from common.formats.json import Json, encode
from game.shared_decks.models import DeckSet
from tournaments.events.kinds.lookup import kind_named
from tournaments.events.record.numbers import describe_x, signed
from tournaments.events.record.open_boards import HIDDEN
from tournaments.events.show.overview import Overview
from tournaments.events.show.snapshot import Visit
from tournaments.formats.scoring import Ending, Result

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
ENDED = ("over", "void")
MAX_LINES = 100  # of the standings, that are shown at first


def view_of(visit: Visit, now: int, *, has_account: bool, why_not: str, joins_late: bool = False) -> Json:
    """Return what a page shows. `why_not` says why this visitor can't join any event.

    With `joins_late`, this visitor can join until it closes.
    """
    overview, mine = visit.overview, visit.entry
    first = first_lines(overview)
    own_line = overview.lines.get(mine or 0)
    own = own_line and view_line(overview, own_line)
    shown = first if own is None or own in first else [*first, own]
    own_tables = overview.describe(overview.seats_of(mine))[::-1] if mine else []
    card = [_card_view(number, table, mine) for number, table in enumerate(own_tables, 1)]
    return {
        "event": overview.event,
        "standings": shown,
        "sides": [_side_view(side) for side in overview.sides],
        "entered": len(overview.standings),
        "more": len(overview.standings) - len(shown),
        "tables": live_tables(overview),
        "plan": plan_view(overview),
        "card": card,
        "my_table": next((game for game in card if not game["ending"]), None),
        "place": own["place"] if own and own["games"] else None,
        "why_not": why_not or gettext("It’s too late to join this event."),
        "state": _visitor_state(
            overview.event,
            own,
            has_account=has_account,
            why_not=why_not,
            may_join=joins_late or now < overview.event["joins_until"],
        ),
    }


def first_lines(overview: Overview) -> list[Json]:
    """Return the first rows of the standings, which are the same for all visitors of a language."""
    lines = overview.standings[:MAX_LINES]
    return overview.once(("lines", get_language()), lambda: [view_line(overview, line) for line in lines])


def live_tables(overview: Overview) -> list[Json]:
    """Return the live tables, which are the same for all visitors."""

    def names(table: Json) -> list[str]:
        return [player["name"] for player in table["players"]]

    return overview.once(
        "live",
        lambda: [
            {"game": table["game"], "players": names(table)}
            for table in reversed(overview.describe(overview.live))
        ],
    )


def first_frame(visit: Visit, now: int) -> bytes:
    """Return the event's first frame, with all live tables and all tables of the visitor."""
    overview = visit.overview
    is_wanted = overview.plan is not None  # the rounds show the results
    ended = [seat for seat in overview.seats_of(visit.entry) if seat.ending] if visit.entry else []
    own = encode([] if is_wanted else overview.describe(ended))[1:]
    shared = overview.once("first frame", lambda: _encode_first(overview))
    comma = b"" if own == b"]" or shared.endswith(b"[") else b","
    return b"%b%b%b" % (shared, comma, own) + b',"now":%d,"me":%b}' % (now, encode(visit.me))


def _encode_first(overview: Overview) -> bytes:
    """Return the shared part of the first frame.

    It ends inside the list of tables, for a visitor's own to follow.
    """
    alike = {
        "event": overview.event,
        "plan": overview.plan,
        "sides": overview.sides,
        "standings": overview.standings[:MAX_LINES],
        "count": len(overview.standings),
        "tables": overview.tables if overview.plan is not None else overview.describe(overview.live),
    }
    return encode(alike).removesuffix(b"]}")


def _visitor_state(event: Json, own: Json | None, *, has_account: bool, why_not: str, may_join: bool) -> str:
    """Return which of the visitor's parts the page shows."""
    if own is not None and (event["state"] not in ENDED or own["state"] == "out"):
        if own["state"] == "banned" and may_join and not why_not:
            return "left"
        return "gone" if own["state"] == "left" and not may_join else str(own["state"])
    if event["state"] in ENDED:
        return "over"
    if event["state"] == "closed":
        return "last"
    if not may_join:
        return "refused"
    if not has_account:
        return "stranger"
    return "refused" if why_not else "open"


def view_line(overview: Overview, line: Json) -> Json:
    """Return a row of the standings, with what its player is doing."""
    return line | {
        "state": _doing(line, overview.event, overview.at_tables),
        "losses": line["games"] - line["wins"],
        "signed_spread": signed(line["spread"]),
        "signed_x": describe_x(line["x"]) if "x" in line else None,
        "side": overview.side_names.get(line.get("team", 0), ""),
    }


def _side_view(side: Json) -> Json:
    """Return a club or a team, with its results."""
    lost = side["games"] - side["wins"] - side.get("level", 0)
    went = (side["wins"], side["level"], lost) if "level" in side else (side["wins"], lost)
    return side | {"went": "–".join(map(str, went)), "signed_spread": signed(side["spread"])}


def _doing(line: Json, event: Json, playing: Container[int]) -> str:
    """Return what a player in the standings is doing."""
    found = (
        ("out", line["disqualified"]),
        ("playing", line["entry"] in playing),
        ("banned", line["banned"]),
        ("left", line["left"]),
        ("entered", event["state"] == "announced"),
        ("over", event["state"] in ENDED),
        ("done", kind_named(event["kind"]).ends_after_games and 0 < event["games"] <= line["games"]),
        ("last", event["state"] == "closed"),
        ("paused", not line["here"]),
    )
    return next((name for name, holds in found if holds), "free")


def plan_view(overview: Overview) -> list[Json]:
    """Return the rounds of a bracket or a round robin, each match with its names and score."""
    return overview.once(("plan", get_language()), lambda: _plan_view(overview, overview.plan))


def _plan_view(overview: Overview, plan: Json | None) -> list[Json]:
    if plan is None:
        return []
    names: dict[int | None, str] = {None: "…", 0: "–"}
    names.update({key: one.name for key, one in overview.by_key.items()})
    return kind_named(overview.event["kind"]).plan_rounds(plan, names, overview.tables)


def _card_view(number: int, table: Json, mine: int | None) -> Json:
    """Return a game as it appears on a player's own card."""
    place = table["entries"].index(mine)
    scores = table["scores"]
    game = {
        "number": number,
        "game": table["game"],
        "opponent": table["players"][1 - place]["name"],
        "nickname": table["players"][1 - place]["nickname"],
        "ending": table["ending"],
        "disqualified": table["disqualified"],
        "won": None if table["winner"] is None else table["winner"] == place,
        "score": [scores[place], scores[1 - place]],
        "points": 0,
    }
    if table["ending"] not in (None, HIDDEN):
        game["points"] = Result(Ending(table["ending"]), table["winner"], tuple(scores)).score(place).points
    return game | {"says": describe_ending(game)}


def read_clock(event: Json, now: int) -> dict[str, str]:
    """Return what an event's clock counts down to, and the time left."""
    match event["state"]:
        case "void":
            return _clock(gettext("This event is called off"))
        case "over":
            return _clock(gettext("This event is over"))
        case _ if event["paused"]:
            return _clock(gettext("Paused by the host"))
        case "closed":
            return _clock(gettext("The last games end within"), event["ends"] - now)
        case "announced" if now < event["starts"]:
            return _clock(gettext("Starts in"), event["starts"] - now)
        case "announced":
            return _clock(gettext("Starting…"))
    if not kind_named(event["kind"]).counts_down_to_close:
        return _clock(gettext("The games are being played"))
    if event["step"] is not None:
        return _read_round(event["step"], now)
    return _clock(gettext("New games for"), event["closes"] - now)


def _read_round(step: Json, now: int) -> dict[str, str]:
    """Return what the clock of simultaneous rounds counts down to."""
    if step["stage"] == DeckSet.Stage.DELAYING:
        done = {"done": int(100 * step["shuffled"])}
        return _clock(gettext("Shuffling for all tables: %(done)s%%") % done)
    if step["open"]:
        says = gettext("Round %(n)s of %(rounds)s") % {"n": step["round"], "rounds": step["rounds"]}
        return _clock(says, step["until"] - now)
    if not step["round"]:
        return _clock(gettext("The players reveal their parts of the shuffle"))
    return _clock(gettext("The next round begins"))


def _clock(says: str, left: int | None = None) -> dict[str, str]:
    return {"says": says, "left": "" if left is None else describe_span(max(0, left))}


def describe_span(ms: int) -> str:
    """Return a duration in minutes, in hours and minutes, or in days."""
    if ms >= 2 * DAY_MS:
        return gettext("%(n)s days") % {"n": ms // DAY_MS}
    minutes = -(-ms // MINUTE_MS)
    if minutes < 60:
        return gettext("%(n)s min") % {"n": minutes}
    return gettext("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}


def describe_ending(game: Json) -> str:
    """Return how a game ended for the player whose card it is on."""
    won, ending = game["won"], game["ending"]
    if game["disqualified"]:
        return gettext("they were disqualified") if won else gettext("you were disqualified")
    if ending == "played":
        if won:
            return gettext("won, a skunk") if game["points"] > 2 else gettext("won")
        return gettext("lost")
    return _UNUSUAL[ending, won]() if (ending, won) in _UNUSUAL else gettext("doesn’t count")


_UNUSUAL: dict[tuple[str | None, bool | None], Any] = {
    (None, None): lambda: gettext("being played"),
    (HIDDEN, None): lambda: gettext("done: it counts when the round closes"),
    ("no_show", None): lambda: gettext("neither player came"),
    ("no_show", True): lambda: gettext("they didn’t come"),
    ("no_show", False): lambda: gettext("you didn’t come"),
    ("given_up", True): lambda: gettext("they gave up"),
    ("given_up", False): lambda: gettext("you gave up"),
}
