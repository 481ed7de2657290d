"""Grades decisions by the chance to win that they cost."""

from math import inf
from statistics import fmean

from study.review.judge.schema import Grade

MILLION = 1_000_000

# A decision gets the first grade whose bound, in millionths, its loss stays below.
GRADES: tuple[tuple[Grade, float], ...] = (
    ("best", 2_000),
    ("good", 10_000),
    ("inaccuracy", 25_000),
    ("mistake", 50_000),
    ("blunder", inf),
)

# A decision counts fully at no loss, and half as much with every two per cent of a chance that it cost.
HALVES = 20_000


def millionths(chance: float) -> int:
    """A chance in millionths, so that sums are exact."""
    return round(chance * MILLION)


def grade(lost: int) -> Grade:
    """The grade of a decision that cost so many millionths."""
    return next(name for name, bound in GRADES if lost < bound)


def accuracy(lost: list[int]) -> int:
    """How well a player decided, in thousandths: a thousand where nothing was lost."""
    if not lost:
        return 1000
    return round(1000 * fmean(2.0 ** (-each / HALVES) for each in lost))
