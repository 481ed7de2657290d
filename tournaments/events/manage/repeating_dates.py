"""The dates of an event that repeats: every week, or every month on the same weekday. Pure."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

WEEK = timedelta(days=7)


def weekly(first: date) -> Iterator[date]:
    """Yield the same weekday of every week."""
    day = first
    while True:
        yield day
        day += WEEK


def monthly(first: date) -> Iterator[date]:
    """Yield the same weekday of every month: the second Friday, or the last one if the first is a fifth."""
    number = (first.day + 6) // 7
    year, month = first.year, first.month
    while True:
        yield weekday_of_month(year, month, first.weekday(), number)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)


def weekday_of_month(year: int, month: int, weekday: int, number: int) -> date:
    """Return the first to fourth such weekday of a month. The fifth is the last, as few months have five."""
    start, days = monthrange(year, month)
    day = 1 + (weekday - start) % 7 + 7 * (number - 1)
    return date(year, month, day if day <= days else day - 7)
