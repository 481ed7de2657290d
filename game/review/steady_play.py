"""Every way the rest of a play may go between two steady players, with what is pegged in it."""

from functools import lru_cache
from typing import NamedTuple

from game.bots.brain import Cards
from game.bots.tables.multisets import DEALER, PONE
from game.engine.cards import PIPS, Card
from game.engine.pegging import peg_points
from game.engine.play import playable
from game.engine.state import State
from game.review.habit import habitual_card

# Three times in four a player plays the card of best habit, else the next best.
HABIT = 0.75

# The plays of a deal lead through the same positions: those of a few deals are remembered.
REMEMBERED = 2048

Pegs = tuple[tuple[int, int], ...]  # who pegs, PONE or DEALER, and how much, in order
Ways = tuple[tuple[float, Pegs], ...]  # each with its probability


class Position(NamedTuple):
    """A play as far as pegging goes: both hands, the pile, who is to play, and whether the other said go."""

    hands: tuple[Cards, Cards]
    pile: Cards
    turn: int
    has_other_gone: bool

    @classmethod
    def from_state(cls, state: State) -> "Position":
        assert state.dealer is not None
        assert state.turn is not None
        seats = (state.dealer.other, state.dealer)
        hands = state.hands[seats[PONE]], state.hands[seats[DEALER]]
        return cls(hands, state.pile, seats.index(state.turn), state.said_go is not None)


@lru_cache(REMEMBERED)
def ways_to_play(position: Position) -> Ways:
    """The ways a play may go on, if nobody's score ends it and players see only their own cards."""
    hands, pile, turn, _ = position
    fitting = playable(hands[turn], _count(pile))
    if not fitting:
        return _go(position)
    first = habitual_card(fitting, hands[turn], pile)
    others = tuple([card for card in fitting if card >> 2 != first >> 2])
    if not others:
        return _play(position, first)
    second = habitual_card(others, hands[turn], pile)
    choices = (HABIT, _play(position, first)), (1 - HABIT, _play(position, second))
    return tuple([(share * weight, pegs) for share, ways in choices for weight, pegs in ways])


def _count(pile: Cards) -> int:
    return sum([PIPS[card] for card in pile])


def _go(position: Position) -> Ways:
    hands, pile, turn, _ = position
    if playable(hands[1 - turn], _count(pile)):
        return ways_to_play(Position(hands, pile, 1 - turn, True))
    return _pegged(1 - turn, 1, _new_count(hands, turn))


def _play(position: Position, card: Card) -> Ways:
    hands, pile, turn, has_other_gone = position
    left = tuple([other for other in hands[turn] if other != card])
    hands = (hands[PONE], left) if turn == DEALER else (left, hands[DEALER])
    after = Position(hands, (*pile, card), turn, has_other_gone)
    return _pegged(turn, peg_points(pile, card), _next_turn(after))


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
    return tuple([(weight, ((side, points), *pegs)) for weight, pegs in ways]) if points else ways


_END: Ways = ((1.0, ()),)
