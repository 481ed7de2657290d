"""The dates of repeating events."""

from datetime import date
from itertools import islice

import pytest

from tournaments.events.manage.repeating_dates import monthly, weekly


def test_weekly_is_the_same_weekday():
    assert [*islice(weekly(date(2026, 12, 18)), 3)] == [
        date(2026, 12, 18), date(2026, 12, 25), date(2027, 1, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (date(2026, 12, 4), [date(2027, 1, 1), date(2027, 2, 5)]),  # the first Friday
        (date(2026, 12, 31), [date(2027, 1, 28), date(2027, 2, 25)]),  # the last Thursday
        (date(2027, 1, 29), [date(2027, 2, 26), date(2027, 3, 26)]),  # the fifth Friday: the last
        (date(2028, 2, 29), [date(2028, 3, 28), date(2028, 4, 25)]),  # a fifth Tuesday of February
        (date(2027, 2, 22), [date(2027, 3, 22), date(2027, 4, 26)]),  # the fourth Monday
    ],
)
def test_monthly_is_the_same_weekday_of_the_month(first: date, later: list[date]):
    assert [*islice(monthly(first), 3)] == [first, *later]
    assert all(day.weekday() == first.weekday() for day in islice(monthly(first), 60))
    assert len({(day.year, day.month) for day in islice(monthly(first), 60)}) == 60
