"""How the play of a deal may go: each way with its probability, and who pegs what in which order."""

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


MAX_PEGS = 40  # more than any play ever brought

# The usual play is a sample of so many deals, from a public seed.
SAMPLE_SIZE, SEED = 2000, bytes(32)


@dataclass(frozen=True)
class Playouts:
    """The ways a play may go.

    weights: by way, how likely it is; they add up to 1.
    reached: by side, step and way, what pone and what the dealer has pegged by then.
    """

    weights: Weights
    reached: Array

    @classmethod
    def from_points(cls, weights: Weights, points: Array) -> "Playouts":
        """Build playouts from points by side, step and way."""
        return cls(weights, points.cumsum(axis=1))

    @cached_property
    def pegged(self) -> Array:
        """By side and way, what is pegged in all."""
        return self.reached[:, -1]

    @cached_property
    def most(self) -> tuple[int, int]:
        """The most that pone and that the dealer may peg."""
        pone, dealer = self.pegged.max(axis=1).tolist()
        return pone, dealer

    @cached_property
    def _pairs(self) -> tuple[Array, Array]:
        """Each pair of totals once, by side, and which of them every way comes to."""
        both, of_way = np.unique(self.pegged[PONE] * MAX_PEGS + self.pegged[DEALER], return_inverse=True)
        return np.stack(np.divmod(both, MAX_PEGS)), of_way

    def by_totals(self, weights: Weights) -> tuple[Weights, Array]:
        """The weights by pair of totals, and these pairs: where it does not matter when they were pegged."""
        totals, of_way = self._pairs
        return np.array([np.bincount(of_way, row, totals.shape[1]) for row in weights]), totals

    def pegging_out(self, pone_needs: int, dealer_needs: Array) -> tuple[Weights, Weights]:
        """By what the dealer needs: how likely pone is the first to peg what it needs, and how likely
        each way is if neither does."""
        of_pone = (self.reached[PONE] < pone_needs).sum(axis=0)
        of_dealer = (self.reached[DEALER] < dealer_needs[:, None, None]).sum(axis=1)
        return (of_pone < of_dealer) @ self.weights, (of_pone == of_dealer) * self.weights


def playouts(state: State) -> Playouts:
    """The ways the play may go on from here, if all cards are known to us but players see only their own."""
    ways = ways_from(state)
    points = np.array(list(zip_longest(*ways, fillvalue=0)))
    return Playouts.from_points(np.array(list(ways.values())), np.maximum([points, -points], 0))


@cache
def usual_playouts() -> Playouts:
    """The play of deals at large: how often each pair of totals comes, and in which order."""
    chance = stream(SEED, "the usual play")
    pegs = play_out(
        Lanes.from_first_card(*[_sample(tables().keeps[role], chance) for role in (PONE, DEALER)])
    )
    sides = [np.where(pegs.seat == side, pegs.points, 0) for side in (PONE, DEALER)]
    drawn = Playouts.from_points(np.ones(SAMPLE_SIZE), np.array(sides, dtype=np.int64))
    pone, dealer = drawn.pegged
    # Hands drawn separately share too many ranks; the tables know how often each pair of totals comes.
    _, alike, of_them = np.unique(drawn.pegged, axis=1, return_inverse=True, return_counts=True)
    shares = tables().pegging[pone, dealer] / of_them[alike]
    return replace(drawn, weights=shares / shares.sum())


def _sample(shares: NDArray[np.float32], chance: Twister) -> Array:
    """Draw numbers by their shares."""
    drawn = [chance.random() for _ in range(SAMPLE_SIZE)]
    return np.searchsorted(shares.cumsum(dtype=np.float64), drawn).clip(max=len(shares) - 1)
