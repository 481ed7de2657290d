"""Every way the rest of a play may go between two steady players, with what is pegged in it."""

from functools import lru_cache

from game.bots.brain import Cards
from game.bots.tables.multisets import DEALER, PONE
from game.engine.cards import PIPS, Card
from game.engine.play import playable
from game.engine.state import State
from study.review.judge.habit import cards_by_habit

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
    return _after_card((pone, dealer), _without_suits(state.pile), state.count, 1 - seats.index(state.turn))


def _without_suits(cards: Cards) -> Cards:
    """The same ranks, all of the first suit: suits do not matter in the play."""
    return tuple([card & ~SUIT for card in cards])


def _after_card(hands: Hands, pile: Cards, count: int, last: int) -> Ways:
    """The ways to go on after a card of this side, if nobody's score ends the play."""
    other = 1 - last
    # Who has said go at a count has nothing that fits later in it, so it need not be remembered.
    for side in (other, last):
        if playable(hands[side], count):
            return ways_to_play(hands, pile, count, side)
    ways = ways_to_play(hands, (), 0, other if hands[other] else last) if any(hands) else _END
    return ways if count == 31 else _pegged(last, 1, ways)


@lru_cache(REMEMBERED)
def ways_to_play(hands: Hands, pile: Cards, count: int, turn: int) -> Ways:
    """The ways to go on with a card of this side, where players see only their own cards."""
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
    """These ways, with points before them."""
    if not points:
        return ways
    first = points if side == PONE else -points
    return {(first, *pegs): weight for pegs, weight in ways.items()}


_END: Ways = {(): 1.0}
