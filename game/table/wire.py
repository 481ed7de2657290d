"""The frames that carry a table's views and events (docs/reference/protocol.md)."""

from collections.abc import Iterable
from typing import Any, cast

import msgspec
from msgspec import UNSET

from common.formats.json import encode
from game.engine.events import Event
from game.engine.state import Phase, Seat, State
from game.engine.view import View, private_view, seats_to_move, view
from game.table.clocks.time_control import CALL_TIME, GRACE, Banks
from game.table.record.ledger import SeatedPlayer
from game.wire.frames import Clocks, EventFrame, PlayerAtTable, TableFrame
from game.wire.views import LATER, events_json, own_json, shared_json, view_json


class EncodedViews:
    """A state, encoded for each seat. The public part is shared and encoded once.

    The last show does not change during a deal and is most of a view, so it is left out once it was sent.
    While other tables still play the cards of an open board, a finished game reveals none of them.
    """

    def __init__(self, state: State, with_show: bool = True, *, is_open_board: bool = False) -> None:
        self._state = state
        public_view = view(state, None)
        if is_open_board:
            public_view = public_view._replace(open=None)
        self._for_all = encode(shared_json(public_view, with_show))[:-1] + b","

    def for_seat(self, seat: Seat | None) -> bytes:
        """Return the view of a seat, or of a spectator for None."""
        return self._for_all + encode(own_json(private_view(self._state, seat)))[1:]


def players_json(players: tuple[SeatedPlayer, SeatedPlayer]) -> tuple[PlayerAtTable, PlayerAtTable]:
    first, second = players
    return _player_json(first), _player_json(second)


def _player_json(one: SeatedPlayer) -> PlayerAtTable:
    return PlayerAtTable(
        one.name,
        bool(one.brain),
        one.is_guest,
        one.nickname,
        one.is_api_bot or UNSET,
        dict(one.prizes) or UNSET,
    )


class EventFrames:
    """The event frames of a move, one per seat. Everything but the seat's cards is encoded once."""

    def __init__(
        self,
        state: State,
        since: int,
        events: Iterable[Event],
        clocks: Clocks | None,
        with_show: bool,
        *,
        is_open_board: bool = False,
        is_unsigned: bool = False,
    ) -> None:
        for_all = EventFrame(
            since=since,
            ply=len(state.record),
            events=events_json(events),
            turn=seats_to_move(state),
            clocks=clocks,
            unsigned=is_unsigned or UNSET,
            view=LATER,
        )
        self._views = EncodedViews(state, with_show, is_open_board=is_open_board)
        self._for_all = encode(for_all)[:-1] + b',"view":'

    def for_seat(self, seat: Seat | None) -> bytes:
        return b"%b%b}" % (self._for_all, self._views.for_seat(seat))


def table_frame(seat: Seat | None, state: State, *, is_open_board: bool = False, **more: Any) -> bytes:
    """Return the frame from which a client can draw the table.

    If the game is over but other tables still play its cards, the frame holds only the result.
    """
    if is_open_board and state.is_over:
        shown = encode(view_json(without_cards(view(state, None))))
    else:
        shown = EncodedViews(state).for_seat(seat)
    return encode(TableFrame(len(state.record), seat, cast(Any, msgspec.Raw(shown)), **more))


def without_cards(shown: View) -> View:
    """Return a view without any cards."""
    return shown._replace(
        cut=(), hand=(), throw=(), starter=None, pile=(), count=0, played=(), show=None, laid=None, open=None
    )


def clocks_json(
    kind: str, banks: Banks, state: State, now: int, vacations: tuple[int | None, int | None] = (None, None)
) -> Clocks:
    """Return both banks at this moment and the running clocks.

    A clock rests until its player's vacation ends.
    """
    # A muggins call has its own time, so both banks rest.
    call = banks.since + CALL_TIME - now if state.phase is Phase.CALL else None
    running = seats_to_move(state) if call is None else ()
    away_until = [until if until is not None and until > now else None for until in vacations]
    goes_on_at = max(now, *(away_until[seat] or 0 for seat in running), 0)
    charged_from = banks.since + GRACE
    spent = max(0, goes_on_at - charged_from)
    first, second = [max(0, banks.left[seat] - spent * (seat in running)) for seat in Seat]
    return Clocks(
        kind=kind,
        left=None if banks.clock is None else (first, second),
        running=running,
        starts_in_ms=max(charged_from, goes_on_at) - now if running else max(0, charged_from - now),
        call_ms=None if call is None else max(0, call),
        away_until=(away_until[0], away_until[1]),
    )
