"""The frames of a table, as docs/protocol.md has them."""

from collections.abc import Iterable
from typing import Any

import msgspec

from game.engine.events import Event
from game.engine.state import Phase, Seat, State
from game.engine.view import awaited, view
from game.table.banks import CALL, GRACE, Banks
from game.table.ledger import Sitter
from game.table.wire import Json, encode, events_json, view_json


def players_json(sitters: Iterable[Sitter]) -> list[Json]:
    return [{"name": one.name, "bot": bool(one.brain), "guest": one.is_guest} for one in sitters]


def events_raw(events: Iterable[Event]) -> msgspec.Raw:
    """Events, serialised once for all who hear of them."""
    return msgspec.Raw(encode(events_json(events)))


def event_frame(
    seat: Seat | None, state: State, since: int, events: msgspec.Raw, clocks: Json | None
) -> bytes:
    """What a move led to, as a seat sees it."""
    return encode(
        {
            "t": "event",
            "since": since,
            "ply": len(state.record),
            "events": events,
            "view": view_json(view(state, seat)),
            "turn": awaited(state),
            "clocks": clocks,
        }
    )


def table_frame(seat: Seat | None, state: State, **more: Any) -> bytes:
    """All that one needs to draw the table."""
    own = {"ply": len(state.record), "you": seat, "view": view_json(view(state, seat))}
    return encode({"t": "table", **own, **more})


def clocks_json(kind: str, banks: Banks, state: State, now: int) -> Json | None:
    """Both banks as they are now, and whose clock runs."""
    if banks.clock is None and state.phase is not Phase.CALL:
        return None
    running = awaited(state)
    charged_from = banks.since + GRACE
    spent = max(0, now - charged_from)
    call = banks.since + CALL - now if state.phase is Phase.CALL else None
    spent_by = [spent if seat in running and call is None else 0 for seat in Seat]
    left = [max(0, bank - spent) for bank, spent in zip(banks.left, spent_by, strict=True)]
    return {
        "kind": kind,
        "left": None if banks.clock is None else left,
        "running": running,
        "starts_in_ms": max(0, charged_from - now),
        "call_ms": None if call is None else max(0, call),
    }
