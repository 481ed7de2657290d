"""The play so far: who played which card on which pile, and who could not go on."""

from collections.abc import Iterator
from typing import NamedTuple

from game.bots.piles import EMPTY, NO_RANK, THIRTY_ONE, piles
from game.engine.state import Seat
from game.engine.view import View


class Turn(NamedTuple):
    """A seat's turn: what it played on this pile, or NOTHING where none of its cards fitted.

    theirs: how many cards its opponent had left.
    """

    seat: Seat
    pile: int
    rank: int
    theirs: int


def turns_so_far(view: View) -> Iterator[Turn]:
    """Every turn so far that tells something about a hand."""
    left, pile, last = [4, 4], EMPTY, view.turn[0]
    for seat, card in view.played:
        rank = card >> 2
        if pile == THIRTY_ONE:
            pile = EMPTY
        yield from _turns_without_a_card(left, pile, last, seat, is_over=rank > piles().room[pile])
        if rank > piles().room[pile]:
            pile = EMPTY
        yield Turn(seat, pile, rank, left[seat.other])
        left[seat] -= 1
        pile, last = int(piles().after[pile, rank]), seat
    if pile != THIRTY_ONE:
        yield from _turns_without_a_card(left, pile, last, view.turn[0], is_over=not view.pile)


def _turns_without_a_card(
    left: list[int], pile: int, last: Seat, turn: Seat, is_over: bool
) -> Iterator[Turn]:
    """The seats that must lack a card that fits: the count is over, or a seat plays on after its own card."""
    if pile == EMPTY:
        return
    for seat in Seat:
        if left[seat] and (is_over or (seat is not turn and last is turn)):
            yield Turn(seat, pile, NO_RANK, left[seat.other])
