"""The frames of a table, as docs/protocol.md has them."""

from collections.abc import Iterable
from typing import Any

import msgspec

from game.engine.events import Event
from game.engine.state import Phase, Seat, State
from game.engine.view import seats_to_move
from game.table.ledger import SeatedPlayer
from game.table.time_control import CALL_TIME, GRACE, Banks
from game.table.wire import EncodedViews, Json, encode, events_json


def players_json(players: Iterable[SeatedPlayer]) -> list[Json]:
    return [{"name": one.name, "bot": bool(one.brain), "guest": one.is_guest} for one in players]


class EventFrames:
    """What a move led to, as each seat sees it: all but a seat's own cards is serialised once."""

    def __init__(
        self, state: State, since: int, events: Iterable[Event], clocks: Json | None, with_show: bool
    ) -> None:
        for_all = {
            "t": "event",
            "since": since,
            "ply": len(state.record),
            "events": events_json(events),
            "turn": seats_to_move(state),
            "clocks": clocks,
        }
        self._views = EncodedViews(state, with_show)
        self._for_all = encode(for_all)[:-1] + b',"view":'

    def for_seat(self, seat: Seat | None) -> bytes:
        return b"%b%b}" % (self._for_all, self._views.for_seat(seat))


def table_frame(seat: Seat | None, state: State, **more: Any) -> bytes:
    """All that one needs to draw the table."""
    own = {"ply": len(state.record), "you": seat, "view": msgspec.Raw(EncodedViews(state).for_seat(seat))}
    return encode({"t": "table", **own, **more})


def clocks_json(kind: str, banks: Banks, state: State, now: int) -> Json | None:
    """Both banks as they are now, and whose clock runs."""
    # A call has a time of its own: both banks rest.
    call = banks.since + CALL_TIME - now if state.phase is Phase.CALL else None
    running = seats_to_move(state) if call is None else ()
    charged_from = banks.since + GRACE
    spent = max(0, now - charged_from)
    left = [max(0, banks.left[seat] - spent * (seat in running)) for seat in Seat]
    return {
        "kind": kind,
        "left": None if banks.clock is None else left,
        "running": running,
        "starts_in_ms": max(0, charged_from - now),
        "call_ms": None if call is None else max(0, call),
    }
