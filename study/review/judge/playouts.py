"""The possible courses of pegging: each with its probability, and the order of pegged points."""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from game.bots.lanes import Lanes, play_out
from game.bots.tables import tables
from game.bots.tables.multisets import DEALER, PONE
from game.engine.state import State
from rng.twister import Twister, stream
from study.review.judge.steady_play import ways_from

Array = NDArray[np.int64]
Weights = NDArray[np.float64]


MAX_PEGS = 40  # more than any pegging sequence can score

# Average pegging is a sample of so many deals, from a public seed.
SAMPLE_SIZE, SEED = 2000, bytes(32)


@dataclass(frozen=True)
class Playouts:
    """The possible courses of pegging.

    weights: the probability of each course; they add up to 1. reached: by side, step and course, what pone
    and the dealer have pegged by then.
    """

    weights: Weights
    reached: Array

    @classmethod
    def from_points(cls, weights: Weights, points: Array) -> "Playouts":
        """Return playouts from points by side, step and course."""
        return cls(weights, points.cumsum(axis=1))

    @cached_property
    def pegged(self) -> Array:
        """Return the total pegged points by side and course."""
        return self.reached[:, -1]

    @cached_property
    def most(self) -> tuple[int, int]:
        """Return the most points that pone and the dealer may peg."""
        pone, dealer = self.pegged.max(axis=1).tolist()
        return pone, dealer

    @cached_property
    def _pairs(self) -> tuple[Array, Array]:
        """Return each pair of totals once, by side, and the pair that every course reaches."""
        both, of_way = np.unique(self.pegged[PONE] * MAX_PEGS + self.pegged[DEALER], return_inverse=True)
        return np.stack(np.divmod(both, MAX_PEGS)), of_way

    def by_totals(self, weights: Weights) -> tuple[Weights, Array]:
        """Return the weights by pair of totals, and these pairs, for uses in which order does not matter."""
        totals, of_way = self._pairs
        return np.array([np.bincount(of_way, row, totals.shape[1]) for row in weights]), totals

    def pegging_out(self, pone_needs: int, dealer_needs: Array) -> tuple[Weights, Weights]:
        """Return, by the dealer's need, the chance that pone pegs out first, and the courses without either.

        The second value is the probability of each course in which neither side pegs out.
        """
        of_pone = (self.reached[PONE] < pone_needs).sum(axis=0)
        of_dealer = (self.reached[DEALER] < dealer_needs[:, None, None]).sum(axis=1)
        return (of_pone < of_dealer) @ self.weights, (of_pone == of_dealer) * self.weights


def playouts(state: State) -> Playouts:
    """Return the courses of pegging from here, if all cards are known but players see only their own."""
    ways = ways_from(state)
    points = np.array(list(zip_longest(*ways, fillvalue=0)))
    return Playouts.from_points(np.array(list(ways.values())), np.maximum([points, -points], 0))


@cache
def usual_playouts() -> Playouts:
    """Return average pegging: the frequency of each pair of totals, and the order of the points."""
    chance = stream(SEED, "the usual play")
    pegs = play_out(
        Lanes.from_first_card(*[_sample(tables().keeps[role], chance) for role in (PONE, DEALER)])
    )
    sides = [np.where(pegs.seat == side, pegs.points, 0) for side in (PONE, DEALER)]
    drawn = Playouts.from_points(np.ones(SAMPLE_SIZE), np.array(sides, dtype=np.int64))
    pone, dealer = drawn.pegged
    # Hands drawn separately share too many ranks. The tables have the true frequency of each pair of totals.
    _, alike, of_them = np.unique(drawn.pegged, axis=1, return_inverse=True, return_counts=True)
    shares = tables().pegging[pone, dealer] / of_them[alike]
    return replace(drawn, weights=shares / shares.sum())


def _sample(shares: NDArray[np.float32], chance: Twister) -> Array:
    """Return numbers drawn by their shares."""
    drawn = [chance.random() for _ in range(SAMPLE_SIZE)]
    return np.searchsorted(shares.cumsum(dtype=np.float64), drawn).clip(max=len(shares) - 1)
