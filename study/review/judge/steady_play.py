"""All courses of the remaining pegging between two steady players, with the pegged points."""

from functools import lru_cache

from game.bots.brain import Cards
from game.bots.tables.multisets import DEALER, PONE
from game.engine.cards import PIPS, Card
from game.engine.play import playable
from game.engine.state import State
from study.review.judge.habit import cards_by_habit

# With this probability a player plays the card preferred by habit, else the next one.
HABIT = 0.75

SUIT = 3  # the bits of a card that hold its suit

# The moves of a deal lead through the same positions, so those of a few deals are cached.
REMEMBERED = 2048

Hands = tuple[Cards, Cards]  # pone's, and the dealer's
Pegs = tuple[int, ...]  # the pegged points in order: pone's, and the dealer's as negative numbers
Ways = dict[Pegs, float]  # the probability of each course


def ways_from(state: State) -> Ways:
    """Return the courses that the pegging of a deal may take from here."""
    assert state.dealer is not None
    assert state.turn is not None
    seats = (state.dealer.other, state.dealer)
    pone, dealer = [tuple(sorted(_without_suits(state.hands[seat]))) for seat in seats]
    return _after_card((pone, dealer), _without_suits(state.pile), state.count, 1 - seats.index(state.turn))


def _without_suits(cards: Cards) -> Cards:
    """Return the same ranks, all of the first suit: suits do not matter in pegging."""
    return tuple([card & ~SUIT for card in cards])


def _after_card(hands: Hands, pile: Cards, count: int, last: int) -> Ways:
    """Return the courses after a card of this side, if no score ends the game."""
    other = 1 - last
    # A player who said go at a count has no card that fits later in it, so the go is not stored.
    for side in (other, last):
        if playable(hands[side], count):
            return ways_to_play(hands, pile, count, side)
    ways = ways_to_play(hands, (), 0, other if hands[other] else last) if any(hands) else _END
    return ways if count == 31 else _pegged(last, 1, ways)


@lru_cache(REMEMBERED)
def ways_to_play(hands: Hands, pile: Cards, count: int, turn: int) -> Ways:
    """Return the courses that begin with a card of this side. Players see only their own cards."""
    hand = hands[turn]
    best, *others = cards_by_habit(playable(hand, count), hand, pile)
    ways = _play(hands, pile, count, turn, *best)
    if not others:
        return ways
    ways = {pegs: HABIT * weight for pegs, weight in ways.items()}
    for pegs, weight in _play(hands, pile, count, turn, *others[0]).items():
        ways[pegs] = ways.get(pegs, 0) + (1 - HABIT) * weight
    return ways


def _play(hands: Hands, pile: Cards, count: int, turn: int, points: int, card: Card) -> Ways:
    at = hands[turn].index(card)
    left = hands[turn][:at] + hands[turn][at + 1 :]
    hands = (hands[PONE], left) if turn == DEALER else (left, hands[DEALER])
    return _pegged(turn, points, _after_card(hands, (*pile, card), count + PIPS[card], turn))


def _pegged(side: int, points: int, ways: Ways) -> Ways:
    """Return these courses, preceded by the given points."""
    if not points:
        return ways
    first = points if side == PONE else -points
    return {(first, *pegs): weight for pegs, weight in ways.items()}


_END: Ways = {(): 1.0}
