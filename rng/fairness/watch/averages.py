"""Average hand scores, with confidence bounds that hold at all times, however often they are read.

The bounds are the points where a bettor stops winning. If hands were worth m points on average, a stake that
is multiplied by (1 + bx) / (1 + bm) for every hand of x points would have no expected growth, for any b > 0.
The same is true of a stake spread over many b. The lower bound is the smallest m for which the stake has not
reached 2 / ALPHA. The upper bound comes from the same bets on 29 - x. The chance that either bound is ever
wrong is at most ALPHA. Because the logarithm is concave, this holds for the mean of each hand's expected
score, with any mix of players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import Scorer

HIGHEST = 29
ALPHA = 0.01

# The sizes of bets: large ones detect a wrong mean in few hands, small ones a tiny error in many.
BETS = 2.0 ** np.arange(-15, 0.5, 0.5)
HALVINGS = 50

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Average:
    """The mean of one kind of hand with its bounds, and the expected mean if it is known."""

    name: str
    deals: int
    mean: float | None
    low: float
    high: float
    expected: Fraction | None = None

    @property
    def agrees(self) -> bool:
        """Whether the known mean lies within the bounds."""
        return self.expected is None or self.low <= self.expected <= self.high


def averages(
    counted: Mapping[str, Sequence[int]], exact: Mapping[str, Fraction] | None = None
) -> tuple[Average, ...]:
    """Return the average of each kind of hand, from the counts of 0, 1, 2, ... points."""
    return tuple(average(name, counts, (exact or {}).get(name)) for name, counts in counted.items())


def average(name: str, counts: Sequence[int], expected: Fraction | None = None) -> Average:
    """Return the average of one kind of hand."""
    often = np.zeros(HIGHEST + 1, np.int64)
    often[: len(counts)] = counts
    deals = int(often.sum())
    mean = float(often @ np.arange(HIGHEST + 1)) / deals if deals else None
    return Average(name, deals, mean, lower_bound(often), HIGHEST - lower_bound(often[::-1]), expected)


def lower_bound(often: Counts, alpha: float = ALPHA / 2) -> float:
    """Return the smallest plausible mean of hands with these counts of 0, 1, 2, ... points."""
    points, deals = np.arange(often.size), often.sum()
    won = np.log1p(BETS[:, None] * points) @ often
    enough = np.log(BETS.size / alpha)
    low, high = 0.0, float(HIGHEST)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_refuted = np.logaddexp.reduce(won - deals * np.log1p(BETS * middle)) >= enough
        low, high = (middle, high) if is_refuted else (low, middle)
    return low


def mean_as_dealt(scorer: Scorer) -> Fraction:
    """Return the exact mean score of four cards with a starter, without any discard."""
    return Fraction(sum(points * ways for points, ways in enumerate(scorer.counts)), sum(scorer.counts))
