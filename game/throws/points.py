"""What a throw earns, and what the days of a month add up to. Pure."""

from collections.abc import Iterable
from heapq import nlargest
from math import exp2

FULL = 100
HALVES = 0.02  # of a game: what costs so much earns half
DAYS_THAT_COUNT = 20


def points_for(lost: float) -> int:
    """The points of a throw that wins so much less often than the best."""
    return round(FULL * exp2(-max(lost, 0.0) / HALVES))


def total_of_month(points: Iterable[int]) -> int:
    """The sum of the best days."""
    return sum(nlargest(DAYS_THAT_COUNT, points))
