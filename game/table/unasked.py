"""Automatic moves: the table deals, and in a day-each game it also plays goes and last cards.

A go and a last card reveal nothing: every player knows the count and the number of cards held. No other
forced card is automatic. If only one of three cards fits, playing it at once would show that the other two
are too high.

The params of a game list its automatic moves. Every go and last card of such a game is then known to be the
table's, and a game opened before this feature continues without it.
"""

from collections.abc import Mapping
from typing import Any

from game.engine.moves import Deal, Go, Move
from game.engine.play import legal
from game.engine.state import Phase, Seat, State
from game.table.record.steps import DeckSource

GO, LAST_CARD = "go", "last-card"


def unasked_moves(clock: str) -> list[str]:
    """Return the automatic moves of a game with this clock, as named in its params."""
    return [GO, LAST_CARD] if clock == "relaxed" else []


def plays_unasked(params: Mapping[str, Any]) -> bool:
    """Return whether the params commit the table to playing goes and last cards for the seats."""
    return bool(params.get("unasked"))


def find_due_move(
    state: State, deck: DeckSource, *, with_seats_moves: bool
) -> tuple[Seat | None, Move] | None:
    """Return the automatic move in this state. Return None if a seat must decide or the game is over."""
    if state.phase in (Phase.CUT, Phase.DEAL):
        number = 0 if state.phase is Phase.CUT else state.deal + 1
        return None, Deal(number, deck(number))
    return find_unasked_move(state) if with_seats_moves else None


def find_unasked_move(state: State) -> tuple[Seat, Move] | None:
    """Return the go or last card of the seat to move, if it has no other legal move."""
    if state.phase is not Phase.PLAY or state.turn is None:
        return None
    move, *_ = legal(state, state.turn)
    is_last = len(state.hands[state.turn]) == 1
    return (state.turn, move) if is_last or isinstance(move, Go) else None
