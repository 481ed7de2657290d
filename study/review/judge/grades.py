"""Grade decisions by the winning chance that they lost."""

from math import inf
from statistics import fmean

from study.review.judge.schema import Grade

MILLION = 1_000_000

# A decision gets the first grade whose bound, in millionths, is above its loss.
GRADES: tuple[tuple[Grade, float], ...] = (
    ("best", 2_000),
    ("good", 10_000),
    ("inaccuracy", 25_000),
    ("mistake", 50_000),
    ("blunder", inf),
)

# A decision counts fully without a loss, and half as much for every two percent of chance lost.
HALVES = 20_000


def millionths(chance: float) -> int:
    """Return a chance in millionths, so that sums are exact."""
    return round(chance * MILLION)


def grade(lost: int) -> Grade:
    """Return the grade of a decision that lost so many millionths."""
    return next(name for name, bound in GRADES if lost < bound)


def accuracy(lost: list[int]) -> int:
    """Return the accuracy of a player's decisions in thousandths; 1000 without any loss."""
    if not lost:
        return 1000
    return round(1000 * fmean(2.0 ** (-each / HALVES) for each in lost))
