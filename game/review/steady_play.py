"""Every way the rest of a play may go between two steady players, with what is pegged in it."""

from functools import lru_cache

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

Hands = tuple[Cards, Cards]  # pone's, and the dealer's
Pegs = tuple[int, ...]  # what is pegged, in order: pone's points, and the dealer's below zero
Ways = dict[Pegs, float]  # how likely each is


def ways_from(state: State) -> Ways:
    """The ways the play of a deal may go on from here."""
    assert state.dealer is not None
    assert state.turn is not None
    seats = (state.dealer.other, state.dealer)
    pone, dealer = [tuple(sorted(_without_suits(state.hands[seat]))) for seat in seats]
    turn = seats.index(state.turn)
    return ways_to_play((pone, dealer), _without_suits(state.pile), turn, state.said_go is not None)


def _without_suits(cards: Cards) -> Cards:
    """The same ranks, all of the first suit: suits do not matter in the play."""
    return tuple([card & ~SUIT for card in cards])


@lru_cache(REMEMBERED)
def ways_to_play(hands: Hands, pile: Cards, turn: int, has_other_gone: bool) -> Ways:
    """The ways a position may go on, if nobody's score ends it and players see only their own cards."""
    count = _count(pile)
    choices = cards_by_habit(playable(hands[turn], count), hands[turn], pile)
    if not choices:
        return _go(hands, pile, turn, count)
    ways = _play(hands, pile, turn, has_other_gone, *choices[0])
    if len(choices) == 1:
        return ways
    ways = {pegs: HABIT * weight for pegs, weight in ways.items()}
    for pegs, weight in _play(hands, pile, turn, has_other_gone, *choices[1]).items():
        ways[pegs] = ways.get(pegs, 0) + (1 - HABIT) * weight
    return ways


def _count(pile: Cards) -> int:
    return sum([PIPS[card] for card in pile])


def _go(hands: Hands, pile: Cards, turn: int, count: int) -> Ways:
    if playable(hands[1 - turn], count):
        return ways_to_play(hands, pile, 1 - turn, True)
    return _pegged(1 - turn, 1, _new_count(hands, turn))


def _play(hands: Hands, pile: Cards, turn: int, has_other_gone: bool, points: int, card: Card) -> Ways:
    at = hands[turn].index(card)
    left = hands[turn][:at] + hands[turn][at + 1 :]
    hands = (hands[PONE], left) if turn == DEALER else (left, hands[DEALER])
    return _pegged(turn, points, _next_turn(hands, (*pile, card), turn, has_other_gone))


def _next_turn(hands: Hands, pile: Cards, last: int, has_other_gone: bool) -> Ways:
    """The ways on after a card of this side."""
    count, other = _count(pile), 1 - last
    if not any(hands):
        return _END if count == 31 else _pegged(last, 1, _END)
    if count == 31:
        return _new_count(hands, other)
    if hands[other] and not has_other_gone:
        return ways_to_play(hands, pile, other, False)
    if playable(hands[last], count):
        return ways_to_play(hands, pile, last, has_other_gone)
    return _pegged(last, 1, _new_count(hands, other))


def _new_count(hands: Hands, leads: int) -> Ways:
    return ways_to_play(hands, (), leads if hands[leads] else 1 - leads, False)


def _pegged(side: int, points: int, ways: Ways) -> Ways:
    """These ways, with points before them."""
    if not points:
        return ways
    first = points if side == PONE else -points
    return {(first, *pegs): weight for pegs, weight in ways.items()}


_END: Ways = {(): 1.0}
