"""The closed boards of an event for pages and files: table by table, seat by seat."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from common.formats.json import Json
from game.models import Player
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.load_boards import boards_of, load_closed, number_of
from tournaments.events.record.load_encounters import encounter_of
from tournaments.events.record.numbers import describe_x
from tournaments.formats.boards import Board, compare


def load_boards_view(event: Event, viewer: Player | None) -> list[Json]:
    """Return the closed boards, newest first, with a comparison of the viewer's result to the best one."""
    entered = Entry.objects.filter(event=event).select_related("player").order_by("pk")
    entries = {entry.pk: entry for entry in entered}
    mine = next((key for key, entry in entries.items() if viewer and entry.player_id == viewer.pk), None)
    closed, pairings = load_closed(event), list(Pairing.objects.filter(event=event).order_by("pk"))
    boards = boards_of(pairings, closed)
    tables = {number: [one for one in pairings if number_of(one) == number] for number in closed}
    return [
        _board_view(number, boards.get(number, ()), tables[number], entries, mine)
        for number in sorted(closed, reverse=True)
    ]


def load_rows(event: Event) -> Iterator[Json]:
    """Yield every seat of every closed board, in order."""
    for board in reversed(load_boards_view(event, None)):
        for table in board["tables"]:
            of_table = {"round": board["number"], "game": table["game"], "ending": table["ending"]}
            for seat, other in (("first", "second"), ("second", "first")):
                yield of_table | table[seat] | {"seat": seat, "opponent": table[other]["name"]}


def _board_view(
    number: int, board: Board, pairings: Sequence[Pairing], entries: dict[int, Entry], mine: int | None
) -> Json:
    compared = compare(board)
    tables = [_table_view(pairing, compared, entries, mine) for pairing in pairings]
    tables.sort(key=lambda table: (table["first"]["x"] is None, -(table["first"]["x"] or 0)))
    return {"number": number, "tables": tables, "beside": _beside(tables)}


def _table_view(
    pairing: Pairing, compared: dict[int, Fraction | None], entries: dict[int, Entry], mine: int | None
) -> Json:
    met = encounter_of(pairing)
    seats = {}
    for seat, key, score in (
        ("first", pairing.first_id, pairing.score_first),
        ("second", pairing.second_id, pairing.score_second),
    ):
        x = compared.get(key)
        seats[seat] = {
            "name": entries[key].player.username,
            "nickname": entries[key].player.shown_nickname,
            "mine": key == mine,
            "score": score,
            "points": met.score(key).points,
            "x": None if x is None else float(x),
            "says": "" if x is None else describe_x(float(x)),
        }
    was_dealt = met.result is not None and met.result.was_dealt
    return {"game": pairing.game_id, "ending": pairing.ending, "was_dealt": was_dealt, **seats}


def _beside(tables: Sequence[Json]) -> Json | None:
    """Return the viewer's own table and the best table of their seat; nothing if they did not play."""
    for seat in ("first", "second"):
        own = next((table for table in tables if table[seat]["mine"] and table["was_dealt"]), None)
        if own is not None:
            best = max(
                (table for table in tables if table["was_dealt"]), key=lambda table: _merit(table, seat)
            )
            is_best = _merit(own, seat) >= _merit(best, seat)
            return {"seat": seat, "own": _result(own, seat), "best": None if is_best else _result(best, seat)}
    return None


def _merit(table: Json, seat: str) -> tuple[float, int]:
    """Return the key by which results in one seat are compared: first x, then the lead."""
    other = "second" if seat == "first" else "first"
    return table[seat]["x"] or 0.0, table[seat]["score"] - table[other]["score"]


def _result(table: Json, seat: str) -> Json:
    other = "second" if seat == "first" else "first"
    shown: Json = table[seat]
    return shown | {
        "game": table["game"],
        "other_score": table[other]["score"],
        "opponent": table[other]["name"],
    }
