"""The play so far as it is told by the cards: who played what on which pile, and who could not go on."""

from collections.abc import Iterator
from typing import NamedTuple

from game.bots.piles import EMPTY, NOTHING, THIRTY_ONE, piles
from game.engine.state import Seat
from game.engine.view import View


class Moment(NamedTuple):
    """A seat's turn: what it played on this pile, or NOTHING where none of its cards fitted.

    theirs: how many cards its opponent had left.
    """

    seat: Seat
    pile: int
    rank: int
    theirs: int


def story(view: View) -> Iterator[Moment]:
    """Every moment that tells something of a hand, up to now."""
    left, pile, last = [4, 4], EMPTY, view.turn[0]
    for seat, card in view.played:
        rank = card >> 2
        if pile == THIRTY_ONE:
            pile = EMPTY
        yield from _stuck(left, pile, last, seat, is_over=rank > piles().room[pile])
        if rank > piles().room[pile]:
            pile = EMPTY
        yield Moment(seat, pile, rank, left[seat.other])
        left[seat] -= 1
        pile, last = int(piles().after[pile, rank]), seat
    if pile != THIRTY_ONE:
        yield from _stuck(left, pile, last, view.turn[0], is_over=not view.pile)


def _stuck(left: list[int], pile: int, last: Seat, turn: Seat, is_over: bool) -> Iterator[Moment]:
    """Who must have had no card that fits, where the count is over, or one plays on after its own card."""
    if pile == EMPTY:
        return
    for seat in Seat:
        if left[seat] and (is_over or (seat is not turn and last is turn)):
            yield Moment(seat, pile, NOTHING, left[seat.other])
