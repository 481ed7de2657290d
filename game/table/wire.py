"""What a table puts on the wire, as docs/protocol.md has it: the frames that views and events go in."""

from collections.abc import Iterable
from typing import Any

import msgspec

from common.formats.json import Json, encode
from game.engine.events import Event
from game.engine.state import Phase, Seat, State
from game.engine.view import View, private_view, seats_to_move, view
from game.table.clocks.time_control import CALL_TIME, GRACE, Banks
from game.table.record.ledger import SeatedPlayer
from game.wire.views import events_json, last_show_json, own_json, public_json, view_json


class EncodedViews:
    """Encodes a state as each seat sees it; what a watcher sees, all see, and it is encoded once.

    The last show stays the same for a whole deal, and is most of a view: it is left out once it was sent.
    An open board, whose cards are still played at other tables, lays nothing open when its game is over.
    """

    def __init__(self, state: State, with_show: bool = True, *, is_open_board: bool = False) -> None:
        self._state = state
        public_view = view(state, None)
        if is_open_board:
            public_view = public_view._replace(open=None)
        public = public_json(public_view)
        if with_show:
            public |= last_show_json(public_view)
        self._for_all = encode(public)[:-1] + b","

    def for_seat(self, seat: Seat | None) -> bytes:
        """The view of a seat, or of a watcher."""
        return self._for_all + encode(own_json(private_view(self._state, seat)))[1:]


def players_json(players: Iterable[SeatedPlayer]) -> list[Json]:
    return [
        {"name": one.name, "bot": bool(one.brain), "guest": one.is_guest, "nickname": one.nickname}
        | ({"program": True} if one.is_api_bot else {})
        for one in players
    ]


class EventFrames:
    """The frames of what a move led to, for each seat its own: all but a seat's cards is encoded once."""

    def __init__(
        self,
        state: State,
        since: int,
        events: Iterable[Event],
        clocks: Json | None,
        with_show: bool,
        *,
        is_open_board: bool = False,
    ) -> None:
        for_all = {
            "t": "event",
            "since": since,
            "ply": len(state.record),
            "events": events_json(events),
            "turn": seats_to_move(state),
            "clocks": clocks,
        }
        self._views = EncodedViews(state, with_show, is_open_board=is_open_board)
        self._for_all = encode(for_all)[:-1] + b',"view":'

    def for_seat(self, seat: Seat | None) -> bytes:
        return b"%b%b}" % (self._for_all, self._views.for_seat(seat))


def table_frame(seat: Seat | None, state: State, *, is_open_board: bool = False, **more: Any) -> bytes:
    """All that one needs to draw the table.

    Of a game that is over and whose cards are still played at other tables that is its result alone.
    """
    if is_open_board and state.is_over:
        shown = encode(view_json(without_cards(view(state, None))))
    else:
        shown = EncodedViews(state).for_seat(seat)
    own = {"ply": len(state.record), "you": seat, "view": msgspec.Raw(shown)}
    return encode({"t": "table", **own, **more})


def without_cards(shown: View) -> View:
    """What is left of a view where no card may be shown."""
    return shown._replace(
        cut=(), hand=(), throw=(), starter=None, pile=(), count=0, played=(), show=None, laid=None, open=None
    )


def clocks_json(
    kind: str, banks: Banks, state: State, now: int, vacations: tuple[int | None, int | None] = (None, None)
) -> Json | None:
    """Both banks as they are now, and whose clock runs; a clock rests until its player's vacation ends."""
    # A call has a time of its own: both banks rest.
    call = banks.since + CALL_TIME - now if state.phase is Phase.CALL else None
    running = seats_to_move(state) if call is None else ()
    away_until = [until if until is not None and until > now else None for until in vacations]
    goes_on_at = max(now, *(away_until[seat] or 0 for seat in running), 0)
    charged_from = banks.since + GRACE
    spent = max(0, goes_on_at - charged_from)
    left = [max(0, banks.left[seat] - spent * (seat in running)) for seat in Seat]
    return {
        "kind": kind,
        "left": None if banks.clock is None else left,
        "running": running,
        "starts_in_ms": max(charged_from, goes_on_at) - now if running else max(0, charged_from - now),
        "call_ms": None if call is None else max(0, call),
        "away_until": away_until,
    }
