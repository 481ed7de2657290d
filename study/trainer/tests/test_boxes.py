"""Boxes of 1, 3, 7, 16 and 35 days: right answers wait longer, wrong ones come again tomorrow."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.trainer.boxes import DAYS, LEARNT, Place, is_due, place_after

TODAY = date(2026, 11, 26)

answers = st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=40)


def test_always_right_exercise_is_learnt_after_five_more_answers():
    place, today, waited = Place(0, TODAY), TODAY, []
    while place.due_on is not None:
        waited.append((place.due_on - today).days)
        today = place.due_on
        place = place_after(place, is_right=True, today=today)
    assert waited == [0, *DAYS] == [0, 1, 3, 7, 16, 35]
    assert place == Place(LEARNT, None)


@given(st.integers(0, len(DAYS)))
def test_wrong_answer_comes_again_tomorrow_from_any_box(box: int):
    place = place_after(Place(box, TODAY), is_right=False, today=TODAY)
    assert place == Place(1, TODAY + timedelta(days=1))


@given(st.integers(0, len(DAYS)), st.booleans(), st.integers(1, 40))
def test_before_its_day_nothing_moves(box: int, is_right: bool, days: int):
    place = Place(box, TODAY + timedelta(days=days))
    assert place_after(place, is_right=is_right, today=TODAY) == place


@pytest.mark.slow
@given(answers)
def test_every_answer_that_counts_puts_it_off_and_a_box_is_climbed_one_by_one(given: list[tuple[bool, int]]):
    place, today = Place(0, TODAY), TODAY
    for is_right, later in given:
        today += timedelta(days=later)
        after = place_after(place, is_right=is_right, today=today)
        if not is_due(place, today):
            assert after == place
        elif is_right:
            assert after.box == place.box + 1
        else:
            assert after.box == 1
        assert not is_due(after, today)
        assert (after.due_on is None) == (after.box == LEARNT)
        place = after


@given(answers)
def test_learnt_exercise_never_comes_again(given: list[tuple[bool, int]]):
    place = Place(LEARNT, None)
    for is_right, later in given:
        place = place_after(place, is_right=is_right, today=TODAY + timedelta(days=later))
    assert place == Place(LEARNT, None)
