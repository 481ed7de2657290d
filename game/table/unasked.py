"""The moves that nobody is asked for: the table deals, and in a day-each game it plays goes and last cards.

A go and a last card are the same, no matter who makes them: everybody knows the count, and how many cards are
held. Any other forced card is not played so, such as the one of three that fits: that it came at once would
show the opponent that the other two are too high.

The params of a game name what it plays unasked. So every go and every last card in it is known to be the
table's, and a game that was opened before there was this goes on without it.
"""

from collections.abc import Mapping
from typing import Any

from game.engine.moves import Deal, Go, Move
from game.engine.play import legal
from game.engine.state import Phase, Seat, State
from game.table.record.steps import DeckSource

GO, LAST_CARD = "go", "last-card"


def unasked_moves(clock: str) -> list[str]:
    """What a game by this clock plays for its seats, as its params name it."""
    return [GO, LAST_CARD] if clock == "relaxed" else []


def plays_unasked(params: Mapping[str, Any]) -> bool:
    """Whether a game plays goes and last cards for its seats, by what was committed to."""
    return bool(params.get("unasked"))


def find_due_move(
    state: State, deck: DeckSource, *, with_seats_moves: bool
) -> tuple[Seat | None, Move] | None:
    """The move that nobody is asked for in this state; None where a seat decides, or the game is over."""
    if state.phase in (Phase.CUT, Phase.DEAL):
        number = 0 if state.phase is Phase.CUT else state.deal + 1
        return None, Deal(number, deck(number))
    return find_unasked_move(state) if with_seats_moves else None


def find_unasked_move(state: State) -> tuple[Seat, Move] | None:
    """The go or the last card of the seat at turn, if that is all it can do."""
    if state.phase is not Phase.PLAY or state.turn is None:
        return None
    move, *_ = legal(state, state.turn)
    is_last = len(state.hands[state.turn]) == 1
    return (state.turn, move) if is_last or isinstance(move, Go) else None
