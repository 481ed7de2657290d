"""Every way the rest of a play may go between two steady players, with what is pegged in it."""

from functools import lru_cache
from typing import NamedTuple

from game.bots.brain import Cards
from game.bots.tables.multisets import DEALER, PONE
from game.engine.cards import PIPS, Card
from game.engine.play import playable
from game.engine.state import State
from game.review.habit import cards_by_habit

# Three times in four a player plays the card of best habit, else the next best.
HABIT = 0.75

SUIT = 3  # the bits of a card that hold its suit

# The plays of a deal lead through the same positions: those of a few deals are remembered.
REMEMBERED = 2048

Pegs = tuple[int, ...]  # what is pegged, in order: pone's points, and the dealer's below zero
Ways = dict[Pegs, float]  # how likely each is


class Position(NamedTuple):
    """A play as far as pegging goes: both hands, the pile, who is to play, and whether the other said go.

    Suits do not matter in it: every card is of the first.
    """

    hands: tuple[Cards, Cards]
    pile: Cards
    turn: int
    has_other_gone: bool

    @classmethod
    def from_state(cls, state: State) -> "Position":
        assert state.dealer is not None
        assert state.turn is not None
        seats = (state.dealer.other, state.dealer)
        pone, dealer = [tuple(sorted(_without_suits(state.hands[seat]))) for seat in seats]
        turn = seats.index(state.turn)
        return cls((pone, dealer), _without_suits(state.pile), turn, state.said_go is not None)


def _without_suits(cards: Cards) -> Cards:
    return tuple([card & ~SUIT for card in cards])


@lru_cache(REMEMBERED)
def ways_to_play(position: Position) -> Ways:
    """The ways a play may go on, if nobody's score ends it and players see only their own cards."""
    hands, pile, turn, _ = position
    fitting = playable(hands[turn], _count(pile))
    choices = cards_by_habit(fitting, hands[turn], pile)
    if not choices:
        return _go(position)
    if len(choices) == 1:
        return _play(position, *choices[0])
    ways = {pegs: HABIT * weight for pegs, weight in _play(position, *choices[0]).items()}
    for pegs, weight in _play(position, *choices[1]).items():
        ways[pegs] = ways.get(pegs, 0) + (1 - HABIT) * weight
    return ways


def _count(pile: Cards) -> int:
    return sum([PIPS[card] for card in pile])


def _go(position: Position) -> Ways:
    hands, pile, turn, _ = position
    if playable(hands[1 - turn], _count(pile)):
        return ways_to_play(Position(hands, pile, 1 - turn, True))
    return _pegged(1 - turn, 1, _new_count(hands, turn))


def _play(position: Position, points: int, card: Card) -> Ways:
    hands, pile, turn, has_other_gone = position
    at = hands[turn].index(card)
    left = hands[turn][:at] + hands[turn][at + 1 :]
    hands = (hands[PONE], left) if turn == DEALER else (left, hands[DEALER])
    after = Position(hands, (*pile, card), turn, has_other_gone)
    return _pegged(turn, points, _next_turn(after))


def _next_turn(position: Position) -> Ways:
    """The ways on after a card of the side that was to play."""
    hands, pile, last, has_other_gone = position
    count, other = _count(pile), 1 - last
    if not any(hands):
        return _END if count == 31 else _pegged(last, 1, _END)
    if count == 31:
        return _new_count(hands, other)
    if hands[other] and not has_other_gone:
        return ways_to_play(Position(hands, pile, other, False))
    if playable(hands[last], count):
        return ways_to_play(position)
    return _pegged(last, 1, _new_count(hands, other))


def _new_count(hands: tuple[Cards, Cards], leads: int) -> Ways:
    return ways_to_play(Position(hands, (), leads if hands[leads] else 1 - leads, False))


def _pegged(side: int, points: int, ways: Ways) -> Ways:
    """These ways, with points before them."""
    if not points:
        return ways
    first = points if side == PONE else -points
    return {(first, *pegs): weight for pegs, weight in ways.items()}


_END: Ways = {(): 1.0}
