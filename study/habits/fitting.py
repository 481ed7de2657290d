"""Fit a parameter to the decisions of players: the model shall expect what they did. Pure.

For each value of a parameter on a grid, the model expects so many taken offers, or so many points lost, of
just these decisions. The estimate is the value that expects what was observed. The interval is that of the
observed sum, carried through the same curve. A player's decisions are alike, so players are the samples, not
decisions (a cluster-robust interval by Student).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from common.student_t import NORMAL, student
from study.habits.chances import Discarded, Offer

Curve: TypeAlias = NDArray[np.float64]


class Parameter(NamedTuple):
    """A parameter of a bot's model: its meaning, its grid, and half the widest interval that is precise."""

    meaning: str
    grid: Curve
    precise: float


SHARES: Curve = np.linspace(0, 1, 41)
MISCOUNTS: Curve = np.linspace(0, 20, 81)
QUADRATURE = 48

# An interval as wide as a seventh of the distance between Novice (7.0, 0.35) and Club (4.0, 0.7), to either
# side.
PARAMETERS = {
    "MISCOUNT": Parameter("points a hand may look better than it is", MISCOUNTS, 0.43),
    "NOTICES": Parameter("two points in the play that are noticed", SHARES, 0.05),
    "SEES_FIFTEEN": Parameter("fifteens in the play that are noticed", SHARES, 0.05),
    "SEES_THIRTY_ONE": Parameter("thirty-ones that are noticed", SHARES, 0.05),
    "SEES_PAIR": Parameter("pairs in the play that are noticed", SHARES, 0.05),
    "SEES_MORE": Parameter("three points or more that are noticed", SHARES, 0.05),
}
BY_KIND = {
    "fifteen": "SEES_FIFTEEN",
    "thirty_one": "SEES_THIRTY_ONE",
    "pair": "SEES_PAIR",
    "more": "SEES_MORE",
}


class Interval(NamedTuple):
    """A value with its 95% interval, and the number of chances or decisions behind it."""

    value: float
    low: float
    high: float
    of: int

    @property
    def margin(self) -> float:
        """The distance to the farther end."""
        return max(self.high - self.value, self.value - self.low)


@dataclass
class Evidence:
    """A player's sum over the decisions that concern a parameter, and the sum that each value expects."""

    observed: float
    expected: Curve
    decisions: int = 0

    def add(self, observed: float, expected: Curve) -> None:
        """Add a decision."""
        self.observed += observed
        self.expected = self.expected + expected
        self.decisions += 1


def evidence_of_offer(offer: Offer) -> Mapping[str, tuple[float, Curve]]:
    """Return what an offer shows: of its kind, and of two points in general."""
    shown = (float(offer.taken), expected_taken(offer.scoring, offer.others))
    found = {BY_KIND[offer.kind]: shown}
    return found if offer.kind == "more" else found | {"NOTICES": shown}


@lru_cache(256)
def expected_taken(scoring: int, others: int) -> Curve:
    """Return how often a scoring card is played, for each chance to notice one; unnoticed ones by luck."""
    noticed: Curve = 1 - (1 - SHARES) ** scoring
    return noticed + (1 - noticed) * scoring / (scoring + others)


def evidence_of_discard(made: Discarded) -> Mapping[str, tuple[float, Curve]]:
    """Return what a discard shows: the points lost, as the cards lie."""
    most = max(made.keeps)
    losses = tuple(sorted(most - keep for keep in made.keeps))
    return {"MISCOUNT": (float(most - made.kept), expected_loss(losses))}


@lru_cache(65536)
def expected_loss(losses: tuple[int, ...]) -> Curve:
    """Return the mean loss, for each MISCOUNT, of a player who takes the keep that seems best."""
    levels = np.array(sorted({*losses}), float)
    times = np.array([losses.count(int(level)) for level in levels], float)
    curve = np.zeros_like(MISCOUNTS)
    noise = (np.arange(QUADRATURE) + 0.5) / QUADRATURE
    wide = MISCOUNTS[1:, None, None, None]
    # The apparent worth of a keep of one level, and how often another seems worth less.
    seems = wide * noise[None, None, :, None] - levels[None, :, None, None]
    below = np.clip((seems + levels[None, None, None, :]) / wide, 0, 1)
    others = times[None, None, None, :] - np.eye(len(levels))[None, :, None, :]
    chosen = times * (below**others).prod(axis=3).mean(axis=2)
    curve[1:] = (chosen * levels).sum(axis=1) / chosen.sum(axis=1)
    return curve


def fit(name: str, players: Sequence[Evidence]) -> Interval | None:
    """Return the value of a parameter that expects what these players did. None without a decision."""
    grid = PARAMETERS[name].grid
    decisions = sum(one.decisions for one in players)
    if not decisions:
        return None
    observed = np.array([one.observed for one in players])
    expected = np.array([one.expected for one in players])
    curve = expected.sum(axis=0)
    value = _value_at(curve, grid, observed.sum())
    residuals = observed - np.array([np.interp(value, grid, of_one) for of_one in expected])
    low, high = _sum_interval(float(observed.sum()), residuals)
    if name != "MISCOUNT":
        shares = wilson(float(observed.sum()), decisions)
        low, high = min(low, shares[0] * decisions), max(high, shares[1] * decisions)
    return Interval(value, _value_at(curve, grid, low), _value_at(curve, grid, high), decisions)


def _value_at(curve: Curve, grid: Curve, total: float) -> float:
    """Return where a rising curve reaches a total, or the nearer end of the grid."""
    return float(np.interp(total, curve, grid))


def _sum_interval(total: float, residuals: Curve) -> tuple[float, float]:
    samples = len(residuals)
    if samples < 2:
        return -inf, inf
    margin = student(samples - 1) * sqrt(samples / (samples - 1) * float((residuals**2).sum()))
    return total - margin, total + margin


def share_of(taken: Sequence[int], chances: Sequence[int]) -> Interval | None:
    """Return the share of taken chances of these players. None without a chance.

    The interval is never narrower than Wilson's for independent chances.
    """
    done, number = sum(taken), sum(chances)
    if not number:
        return None
    share = done / number
    low, high = _sum_interval(done, np.array(taken) - share * np.array(chances))
    wide = wilson(done, number)
    return Interval(share, max(min(low / number, wide[0]), 0), min(max(high / number, wide[1]), 1), number)


def mean_of(totals: Sequence[float], numbers: Sequence[int]) -> Interval | None:
    """Return a mean over all decisions of these players. None without a decision."""
    number = sum(numbers)
    if not number:
        return None
    mean = sum(totals) / number
    low, high = _sum_interval(sum(totals), np.array(totals) - mean * np.array(numbers))
    return Interval(mean, low / number, high / number, number)


def wilson(taken: float, number: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share."""
    share, z2 = taken / number, NORMAL**2
    middle = (share + z2 / (2 * number)) / (1 + z2 / number)
    margin = NORMAL / (1 + z2 / number) * sqrt(share * (1 - share) / number + z2 / (4 * number**2))
    return middle - margin, middle + margin
