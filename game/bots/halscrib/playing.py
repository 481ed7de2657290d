"""What a card may bring: it, the reply and the answer to that, against every hand the opponent may hold.

The paper weighs a card by its "expected pegging score (using current probabilities)" and by the greatest
ones "ignoring probabilities", and does not say how far it looks. Its pay-off matrix does: a lead from a
pair, a card that pairs it, and the third of them make four points against two. So three cards are followed
here, both sides going on sensibly and seeing their own cards alone. The chances of the opponent's hands,
as the cards seen leave them, make the expectation; chances ignored, the best and the worst of it are left.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import takewhile
from math import comb
from typing import NamedTuple

import numpy as np

from game.bots.brain import Cards, Memory
from game.bots.halscrib.strategy import Strategy
from game.bots.lanes import SLOTS, Lanes, Policy, hand_number, hands, play_out
from game.bots.piles import RANKS, Array
from game.engine.cards import PIPS, Card
from game.engine.events import Dealt, Played, SaidGo
from game.engine.play import playable
from game.engine.state import Seat
from game.engine.view import View

LOOKAHEAD = 3  # cards: one's own, the reply, and the answer to it
REMEMBERED = 256  # positions: where a deck is played twice, many come twice


class Position(NamedTuple):
    """The play as seen by the seat that is to play a card."""

    pile: Cards
    hand: Cards
    unseen: Cards  # the opponent's cards are among these
    held: int  # how many of them


class Prospect(NamedTuple):
    """What may come of a card, from now to the end of the play."""

    card: Card
    expected: float  # points pegged, less the opponent's
    greatest_net: int  # the same where all goes well
    greatest_theirs: int  # what the opponent pegs where all goes badly


# What each strategy looks for in a card; of equals, the one with the most to expect.
CARD_VALUES: dict[Strategy, Callable[[Prospect], tuple[float, ...]]] = {
    Strategy.OPTIMAL: lambda card: (card.expected,),
    Strategy.SAFE: lambda card: (-card.greatest_theirs, card.expected),
    Strategy.RISKY: lambda card: (card.greatest_net, card.expected),
}


def best_card(prospects: tuple[Prospect, ...], strategy: Strategy) -> Prospect:
    """The card that a strategy plays."""
    return max(prospects, key=CARD_VALUES[strategy])


def position(view: View, memory: Memory) -> Position:
    """The position of the seat to play: the unseen cards are those that no go has ruled out."""
    assert view.seat is not None
    other = view.seat.other
    lowest = lowest_pips(memory, other)
    if view.pile and view.played[-1][0] is view.seat:
        lowest = max(lowest, 32 - view.count)  # at turn again, so the opponent has just gone
    seen = {*view.hand, *view.throw, view.starter, *[card for _, card in view.played]}
    unseen = tuple([card for card in range(52) if card not in seen and PIPS[card] >= lowest])
    return Position(view.pile, view.hand, unseen, view.held[other])


def lowest_pips(memory: Memory, seat: Seat) -> int:
    """The fewest pips that a card still held by this seat can have: any lower card would have fitted."""
    this_deal = list(takewhile(lambda event: not isinstance(event, Dealt), reversed(memory)))
    lowest, count = 1, 0
    for event in reversed(this_deal):
        match event:
            case Played():
                count = event.count
            case SaidGo() if event.seat is seat:
                lowest = max(lowest, 32 - count)
    return lowest


class Outcomes(NamedTuple):
    """The play to its end: a row for each card played first, a column for each hand of the opponent."""

    mine: Array
    theirs: Array

    @property
    def net(self) -> Array:
        net: Array = self.mine - self.theirs
        return net


@lru_cache(REMEMBERED)
def weigh(at: Position) -> tuple[Prospect, ...]:
    """Weigh the cards that can be played, one of each rank: in the play suits do not matter."""
    fitting = playable(tuple(sorted(at.hand)), sum([PIPS[card] for card in at.pile]))
    cards = tuple({card >> 2: card for card in fitting}.values())
    theirs, ways = holdings(at)
    outcomes = play_out_cards(at, cards, theirs, upto=LOOKAHEAD)
    return tuple(
        map(
            Prospect,
            cards,
            weighted_mean(outcomes.net, ways).tolist(),
            outcomes.net.max(axis=1).tolist(),
            outcomes.theirs.max(axis=1).tolist(),
        )
    )


def holdings(at: Position) -> tuple[Array, Array]:
    """All hands that the opponent may hold, by number, and the ways to deal each."""
    left = np.bincount([card >> 2 for card in at.unseen], minlength=RANKS)
    of_this_size = _of_size(at.held)
    ways = WAYS[left, multiplicity()[of_this_size]].prod(axis=1)
    possible = ways > 0
    return of_this_size[possible], ways[possible]


def weighted_mean(points: Array, weights: Array) -> Array:
    """The mean of each row; whole numbers are added up exactly, so that equal cards are equal."""
    average: Array = points @ weights / weights.sum()
    return average


def play_out_cards(
    at: Position, cards: Cards, theirs: Array, policy: Policy | None = None, upto: int | None = None
) -> Outcomes:
    """Each of these cards played against each of these hands, to the end or for so many cards."""
    mine = number_of_hand(at.hand)
    slots = hands().slots[mine].tolist()
    lanes = Lanes.from_position([card >> 2 for card in at.pile], mine, np.tile(theirs, len(cards)))
    first = np.repeat([slots.index(card >> 2) for card in cards], len(theirs))
    pegs = play_out(lanes, policy, first, upto)
    shape = len(cards), len(theirs)
    return Outcomes(pegs.total_by(0).reshape(shape), pegs.total_by(1).reshape(shape))


def number_of_hand(hand: Cards) -> int:
    """The number of this hand among all."""
    return hand_number([card >> 2 for card in hand])


# The number of ways to take so many cards of so many.
WAYS = np.array([[comb(left, taken) for taken in range(SLOTS + 1)] for left in range(SLOTS + 1)])


@cache
def _of_size(size: int) -> Array:
    sized: Array = np.flatnonzero(hands().card_count == size)
    return sized


@cache
def multiplicity() -> Array:
    """How many cards of each rank are in each hand."""
    counts: Array = (hands().slots[:, :, None] == np.arange(RANKS)).sum(axis=1)
    return counts
