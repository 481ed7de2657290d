"""An event as its page shows it to one visitor, from the plain data that pages and sockets are sent.

`static/js/events/view.js` and `model.js` are the same for what comes later.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext

from game.events.live_frame import MAX_LINES
from game.events.scoring import Ending, Result
from game.table.wire import Json

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
ENDED = ("over", "void")


def view_of(page: Json, now: int, *, has_account: bool, why_not: str) -> Json:
    """What a page shows; `why_not` says why this visitor can't join, whatever the event."""
    mine = page["me"]["entry"] if page["me"] else None
    oldest_first = page["tables"][::-1]
    live = [table for table in oldest_first if table["ending"] is None]
    playing = {entry for table in live for entry in table["entries"]}
    standings = [_line_view(line, page, playing) for line in page["standings"]]
    own = next((line for line in standings if line["entry"] == mine), None)
    card = [_card_view(n, table, mine) for n, table in enumerate(_tables_of(mine, oldest_first), 1)]
    return {
        "event": {name: value for name, value in page.items() if name not in PARTS},
        "standings": shown_lines(standings, own),
        "sides": [_side_view(side) for side in page["sides"]],
        "entered": len(standings),
        "more": len(standings) - len(shown_lines(standings, own)),
        "tables": [
            {"game": table["game"], "players": [player["name"] for player in table["players"]]}
            for table in live
        ],
        "plan": plan_view(page),
        "card": card,
        "my_table": next((game for game in card if not game["ending"]), None),
        "place": own["place"] if own and own["games"] else None,
        "why_not": why_not or gettext("It’s too late to join this event."),
        "state": _visitor_state(page, now, own, has_account=has_account, why_not=why_not),
    }


PARTS = ("standings", "sides", "tables", "me", "actions", "may_direct", "is_host", "plan")
# Whose tables follow from a plan: they have no close for new games.
PLANNED = ("bracket", "robin")


def first_frame(page: Json, view: Json, now: int) -> Json:
    """An event as its socket would show it, but with the tables that are played and all of one's own."""
    lines = {"standings": page["standings"][:MAX_LINES], "count": len(page["standings"])}
    mine = page["me"]["entry"] if page["me"] else None
    is_wanted = page["plan"] is not None  # the rounds show what came of each
    tables = [
        table for table in page["tables"] if is_wanted or table["ending"] is None or mine in table["entries"]
    ]
    alike = {"event": view["event"], "plan": page["plan"], "sides": page["sides"], "tables": tables}
    return {"now": now, "me": page["me"], **alike, **lines}


def shown_lines(standings: list[Json], own: Json | None) -> list[Json]:
    """The first of an order, and one's own line wherever it is."""
    first = standings[:MAX_LINES]
    return first if own is None or own in first else [*first, own]


def _visitor_state(page: Json, now: int, own: Json | None, *, has_account: bool, why_not: str) -> str:
    """Which of the page's parts for a visitor is shown."""
    if own is not None and (page["state"] not in ENDED or own["state"] == "out"):
        may_come_back = own["state"] == "left" and now < page["joins_until"]
        return "gone" if own["state"] == "left" and not may_come_back else str(own["state"])
    if page["state"] in ENDED:
        return "over"
    if page["state"] == "closed":
        return "last"
    if now >= page["joins_until"]:
        return "refused"
    if not has_account:
        return "stranger"
    return "refused" if why_not else "open"


def _line_view(line: Json, page: Json, playing: set[int]) -> Json:
    return line | {
        "state": _doing(line, page, playing),
        "losses": line["games"] - line["wins"],
        "signed_spread": signed(line["spread"]),
    }


def _side_view(side: Json) -> Json:
    return side | {"losses": side["games"] - side["wins"], "signed_spread": signed(side["spread"])}


def _doing(line: Json, page: Json, playing: set[int]) -> str:
    """What somebody in the order does."""
    found = (
        ("out", line["disqualified"]),
        ("playing", line["entry"] in playing),
        ("left", line["left"]),
        ("entered", page["state"] == "announced"),
        ("over", page["state"] in ENDED),
        ("done", page["kind"] != "bracket" and 0 < page["games"] <= line["games"]),
        ("last", page["state"] == "closed"),
        ("paused", not line["here"]),
    )
    return next((name for name, holds in found if holds), "free")


def plan_view(page: Json) -> list[Json]:
    """The rounds of a bracket or of a round robin, each match with its names and how it stands."""
    if page["plan"] is None:
        return []
    names = {line["entry"]: line["name"] for line in page["standings"]} | {None: "…", 0: "–"}
    rounds = page["plan"]["rounds"]
    if page["kind"] == "bracket":
        return [
            {
                "name": _round_name(number, len(rounds)),
                "matches": [
                    {"names": [names[side] for side in match["sides"]], "score": _score(match["wins"])}
                    for match in matches
                ],
            }
            for number, matches in enumerate(rounds, 1)
        ]
    ended = {frozenset(table["entries"]): table for table in page["tables"] if table["ending"]}
    return [
        {
            "name": gettext("Round %(n)s") % {"n": number},
            "matches": [
                {"names": [names[side] for side in pair], "score": _result(ended.get(frozenset(pair)), pair)}
                for pair in pairs
            ],
        }
        for number, pairs in enumerate(rounds, 1)
    ]


def _round_name(number: int, rounds: int) -> str:
    if number == rounds:
        return gettext("Final")
    return gettext("Semifinals") if number == rounds - 1 else gettext("Round %(n)s") % {"n": number}


def _score(scores: Sequence[int]) -> str:
    return f"{scores[0]} – {scores[1]}"


def _result(table: Json | None, pair: Sequence[int]) -> str:
    if table is None or table["ending"] not in ("played", "given_up"):
        return ""
    return _score(table["scores"] if table["entries"][0] == pair[0] else table["scores"][::-1])


def _tables_of(entry: int | None, tables: list[Json]) -> Iterable[Json]:
    """The tables of one who is in the event."""
    return [table for table in tables if entry in table["entries"]]


def _card_view(number: int, table: Json, mine: int | None) -> Json:
    """A game as it stands on a player's own card."""
    place = table["entries"].index(mine)
    scores = table["scores"]
    game = {
        "number": number,
        "game": table["game"],
        "opponent": table["players"][1 - place]["name"],
        "nickname": table["players"][1 - place]["nickname"],
        "ending": table["ending"],
        "won": None if table["winner"] is None else table["winner"] == place,
        "score": [scores[place], scores[1 - place]],
        "points": 0,
    }
    if table["ending"]:
        game["points"] = Result(Ending(table["ending"]), table["winner"], tuple(scores)).score(place).points
    return game | {"says": describe_ending(game)}


def read_clock(event: Json, now: int) -> dict[str, str]:
    """What an event's clock counts down to, and how long that is."""
    match event["state"]:
        case "void":
            return _clock(gettext("This event is void"))
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
    if event["kind"] in PLANNED:
        return _clock(gettext("The games are being played"))
    return _clock(gettext("New games for"), event["closes"] - now)


def _clock(says: str, left: int | None = None) -> dict[str, str]:
    return {"says": says, "left": "" if left is None else describe_span(max(0, left))}


def describe_span(ms: int) -> str:
    """How long it is, in minutes, or in hours and minutes, or in days."""
    if ms >= 2 * DAY_MS:
        return gettext("%(n)s days") % {"n": ms // DAY_MS}
    minutes = -(-ms // MINUTE_MS)
    if minutes < 60:
        return gettext("%(n)s min") % {"n": minutes}
    return gettext("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}


def describe_ending(game: Json) -> str:
    """How a game ended for the player whose card it is on."""
    won, ending = game["won"], game["ending"]
    if ending == "played":
        if won:
            return gettext("won, a skunk") if game["points"] > 2 else gettext("won")
        return gettext("lost")
    return _UNUSUAL[ending, won]() if (ending, won) in _UNUSUAL else gettext("doesn’t count")


_UNUSUAL: dict[tuple[str | None, bool | None], Any] = {
    (None, None): lambda: gettext("being played"),
    ("no_show", None): lambda: gettext("no one came"),
    ("no_show", True): lambda: gettext("they didn’t come"),
    ("no_show", False): lambda: gettext("you didn’t come"),
    ("given_up", True): lambda: gettext("they gave up"),
    ("given_up", False): lambda: gettext("you gave up"),
}


def signed(n: int) -> str:
    """A number with its sign, as one writes it."""
    return f"+{n}" if n > 0 else str(n).replace("-", "−")
