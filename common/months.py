"""Monthly totals of daily games: the best days count. Pure functions."""

from collections.abc import Iterable
from datetime import date, timedelta
from heapq import nlargest
from typing import TypeVar

BEST_DAYS = 20

Score = TypeVar("Score", int, float)


def best_days(scores: Iterable[Score]) -> Score:
    """Return a month's total: the sum of its best twenty days."""
    return sum(nlargest(BEST_DAYS, scores))


def month_of(day: date) -> date:
    """Return the first day of a month."""
    return day.replace(day=1)


def month_after(month: date) -> date:
    """Return the first day of the next month."""
    return month_of(month_of(month) + timedelta(days=31))
