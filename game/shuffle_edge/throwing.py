"""The best discards for given expectations of the hidden cards, for many deals at once."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.advanced.counts import crib_points
from game.bots.scores import score_hands
from game.bots.tables import tables
from game.bots.tables.multisets import PAIRS, multiset_index, ranks_of
from game.engine.cards import JACK
from game.shuffle_edge.reading import Cards, Doubles, Expected
from rng.lab.pair_places import CARDS

Floats = NDArray[np.float32]

RANKS = 13
THROWN = np.array([*combinations(range(6), 2)])
KEPT = np.array([[at for at in range(6) if at not in thrown] for thrown in THROWN])
ROLES = {"pone": 0, "dealer": 1}
SIDE = {"pone": -1, "dealer": 1}  # whose crib it is
RANK_OF_CARD = np.eye(RANKS)[np.arange(CARDS) // 4]
SUIT_OF_CARD = np.eye(4)[np.arange(CARDS) % 4]


class Split(NamedTuple):
    """Six cards, kept and discarded."""

    kept: Cards
    thrown: Cards


class Throwing:
    """The fifteen discards of many six-card hands, with the hand's score for every starter."""

    def __init__(self, seat: str, sixes: Cards) -> None:
        self.seat, self.sixes = seat, np.sort(sixes, axis=1)
        self.kept, self.thrown = self.sixes[:, KEPT], self.sixes[:, THROWN]
        hidden = np.ones((len(sixes), CARDS), bool)
        np.put_along_axis(hidden, sixes.astype(np.int64), False, axis=1)
        self.hidden = np.nonzero(hidden)[1].reshape(len(sixes), -1).astype(np.uint8)
        self.hands = score_hands(self.kept[:, :, None, :], self.hidden[:, None, :])

    def choose(self, expected: Expected, readiness: Floats) -> Split:
        """Choose the discard with the highest value: the hand, plus or minus the crib.

        `readiness` is how readily the opponent discards each pair of ranks they hold.
        """
        starters = np.take_along_axis(expected.starter, self.hidden.astype(np.int64), axis=1)
        hand = np.einsum("nws,ns->nw", self.hands, starters)
        way = (hand + SIDE[self.seat] * self.crib_worth(expected, readiness)).argmax(axis=1)
        rows = np.arange(len(way))
        return Split(self.kept[rows, way], self.thrown[rows, way])

    def crib_worth(self, expected: Expected, readiness: Floats) -> Doubles:
        """Return the crib value of each discard. Flushes in the crib are ignored."""
        theirs = pair_chances(expected.opponent, readiness).astype(np.float32)
        ranks = (expected.starter @ RANK_OF_CARD).astype(np.float32)
        both = (ranks[:, :, None] * theirs[:, None, :]).reshape(len(ranks), -1)
        pairs = np.take_along_axis(both @ _crib_points(), multiset_index(self.thrown >> 2), axis=1)
        suits = expected.starter @ SUIT_OF_CARD
        nobs = np.take_along_axis(suits, (self.thrown & 3).reshape(len(suits), -1).astype(np.int64), axis=1)
        worth: Doubles = pairs + (nobs.reshape(self.thrown.shape) * (self.thrown >> 2 == JACK)).sum(axis=2)
        return worth


@cache
def _crib_points() -> Floats:
    """Return the crib's score by the starter's rank and the other pair. Each discarded pair has a column."""
    return np.ascontiguousarray(crib_points().transpose(2, 1, 0).reshape(-1, PAIRS), np.float32)


def usual_readiness(seat: str) -> Floats:
    """Return how readily a seat of our bots discards each pair of ranks it holds."""
    readiness: Floats = tables().throws_if_dealt[ROLES[seat]]
    return readiness


def pair_chances(held: Doubles, readiness: Floats) -> Doubles:
    """Return the chance that each pair of ranks is discarded, from the chances of the cards held."""
    low, high = ranks_of(2).T
    ranks, squares = (held @ RANK_OF_CARD).T, (held**2 @ RANK_OF_CARD).T
    ways = ranks[low] * ranks[high]
    ways[low == high] = (ways[low == high] - squares) / 2
    weight = ways.T * readiness
    chances: Doubles = weight / weight.sum(axis=1, keepdims=True)
    return chances
