"""What hands are worth on average, with bounds that hold at every moment at once, however often one looks.

They are where a bettor stops winning. Were hands worth m points on average, a stake that is multiplied by
(1 + bx) / (1 + bm) with every hand of x points could not be expected to grow, whatever b > 0 is; nor could
one that is spread over many b. The least m for which it has not become 2 / ALPHA is the lower bound, and the
upper one is found by the same bets on 29 - x: that either is ever wrong has a chance of ALPHA at most. The
logarithm being concave, this holds for the mean of what was to be expected of each hand, with any player.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import Scorer

HIGHEST = 29
ALPHA = 0.01

# What a bettor is after: the large ones find a wrong mean in few hands, the small ones a tiny error in many.
BETS = 2.0 ** np.arange(-15, 0.5, 0.5)
HALVINGS = 50

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Average:
    """The mean of one kind of hand, between bounds, and what it should be where that is known."""

    name: str
    deals: int
    mean: float | None
    low: float
    high: float
    expected: Fraction | None = None

    @property
    def agrees(self) -> bool:
        """Whether what is to be expected lies within the bounds, where that is known."""
        return self.expected is None or self.low <= self.expected <= self.high


def averages(
    counted: Mapping[str, Sequence[int]], exact: Mapping[str, Fraction] | None = None
) -> tuple[Average, ...]:
    """The average of each kind of hand, by how often it counted 0, 1, 2, ... points."""
    return tuple(average(name, counts, (exact or {}).get(name)) for name, counts in counted.items())


def average(name: str, counts: Sequence[int], expected: Fraction | None = None) -> Average:
    """The average of one kind of hand."""
    often = np.zeros(HIGHEST + 1, np.int64)
    often[: len(counts)] = counts
    deals = int(often.sum())
    mean = float(often @ np.arange(HIGHEST + 1)) / deals if deals else None
    return Average(name, deals, mean, lower_bound(often), HIGHEST - lower_bound(often[::-1]), expected)


def lower_bound(often: Counts, alpha: float = ALPHA / 2) -> float:
    """The least mean that hands which so often counted 0, 1, 2, ... points can be believed to have."""
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
    """What four cards with a starter are worth before anything is thrown, exactly."""
    return Fraction(sum(points * ways for points, ways in enumerate(scorer.counts)), sum(scorer.counts))
