"""A month of something that is played once a day: its best days count. Pure."""

from collections.abc import Iterable
from datetime import date, timedelta
from heapq import nlargest
from typing import TypeVar

BEST_DAYS = 20

Score = TypeVar("Score", int, float)


def best_days(scores: Iterable[Score]) -> Score:
    """A month's total: the best twenty days together."""
    return sum(nlargest(BEST_DAYS, scores))


def month_of(day: date) -> date:
    """The first day of a month."""
    return day.replace(day=1)


def month_after(month: date) -> date:
    """The first day of the next month."""
    return month_of(month_of(month) + timedelta(days=31))
