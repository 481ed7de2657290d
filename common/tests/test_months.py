"""Months, and their best days."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from common.months import BEST_DAYS, best_days, month_after, month_of


@given(st.lists(st.integers(-80, 100), max_size=31), st.integers(0, 100))
def test_a_month_is_its_twenty_best_days(scores: list[int], another: int):
    total = best_days(scores)
    assert total == sum(sorted(scores)[-BEST_DAYS:])
    assert total <= best_days([*scores, another]) or len(scores) < BEST_DAYS
    assert best_days([*scores, -1000]) == total or len(scores) < BEST_DAYS
    assert best_days([*scores, 1000]) > total


def test_months_follow_each_other():
    assert month_of(date(2026, 12, 31)) == date(2026, 12, 1)
    assert month_after(date(2026, 12, 1)) == date(2027, 1, 1)
    assert month_after(date(2026, 2, 1)) == date(2026, 3, 1)
    assert month_after(date(2026, 1, 31)) == date(2026, 2, 1)
