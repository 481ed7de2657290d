"""How the play of a deal may go: each way with its probability, and who pegs what in which order."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.lanes import Lanes, play_out
from game.bots.tables import tables
from game.bots.tables.multisets import DEALER, PONE
from game.engine.state import State
from game.review.steady_play import Position, ways_to_play
from rng.twister import Twister, stream

Array = NDArray[np.int64]


MAX_PEGS = 40  # more than any play ever brought
NEVER = 99

# The usual play is a sample of so many deals, from a public seed.
SAMPLE_SIZE, SEED = 2000, bytes(32)


class Playouts(NamedTuple):
    """The ways a play may go, a row each.

    weights: how likely each is; they add up to 1.
    pegged: what pone and dealer peg in it, in all.
    when: for pone and dealer, the step by which so many points are pegged; NEVER where they are not.
    """

    weights: NDArray[np.float64]
    pegged: Array
    when: Array

    @classmethod
    def from_points(cls, weights: NDArray[np.float64], points: Array) -> "Playouts":
        """Build playouts from points by way, side and step."""
        reached = points.cumsum(axis=2)
        steps = points.shape[2]
        short = (reached[:, :, :, None] < np.arange(MAX_PEGS + 1)).sum(axis=2)
        return cls(weights, reached[:, :, -1], np.where(short < steps, short, NEVER))

    def may_reach(self, pone: int, dealer: int) -> bool:
        """Whether pone may peg so much, or the dealer."""
        return bool((self.when[:, PONE, pone] < NEVER).any() or (self.when[:, DEALER, dealer] < NEVER).any())

    def by_totals(self) -> tuple[NDArray[np.float64], Array]:
        """Each pair of totals once, with how likely it is: where it does not matter when they were pegged."""
        both = self.pegged[:, PONE] * MAX_PEGS + self.pegged[:, DEALER]
        weights = np.bincount(both, self.weights).astype(np.float64)
        totals = np.flatnonzero(weights)
        return weights[totals], np.stack(np.divmod(totals, MAX_PEGS), axis=1)


def playouts(state: State) -> Playouts:
    """The ways the play may go on from here, if all cards are known to us but players see only their own."""
    ways = ways_to_play(Position.from_state(state))
    points = np.zeros((len(ways), 2, max(1, *[len(pegs) for _, pegs in ways])), dtype=np.int64)
    for way, (_, pegs) in enumerate(ways):
        for step, (side, pegged) in enumerate(pegs):
            points[way, side, step] = pegged
    return Playouts.from_points(np.array([weight for weight, _ in ways]), points)


@cache
def usual_playouts() -> Playouts:
    """The play of deals at large: how often each pair of totals comes, and in which order."""
    chance = stream(SEED, "the usual play")
    pegs = play_out(
        Lanes.from_first_card(*[_sample(tables().keeps[role], chance) for role in (PONE, DEALER)])
    )
    sides = [np.where(pegs.seat == side, pegs.points, 0).T for side in (PONE, DEALER)]
    drawn = Playouts.from_points(np.ones(SAMPLE_SIZE), np.stack(sides, axis=1).astype(np.int64))
    pone, dealer = drawn.pegged.T
    # Hands drawn separately share too many ranks; the tables know how often each pair of totals comes.
    _, alike, of_them = np.unique(drawn.pegged, axis=0, return_inverse=True, return_counts=True)
    shares = tables().pegging[pone, dealer] / of_them[alike]
    return drawn._replace(weights=shares / shares.sum())


def _sample(shares: NDArray[np.float32], chance: Twister) -> Array:
    """Draw numbers by their shares."""
    drawn = [chance.random() for _ in range(SAMPLE_SIZE)]
    return np.searchsorted(shares.cumsum(dtype=np.float64), drawn).clip(max=len(shares) - 1)
