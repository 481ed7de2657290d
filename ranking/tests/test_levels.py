"""Levels: 125 points wide through the two published ones, and all below 2000 is the first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.rules.landmarks import level_steps
from ranking.rules.levels import Level, bot_gate, level, level_start


@pytest.mark.parametrize(("points", "number"), [(0, 1), (1999, 1), (2000, 2), (2124, 2), (2125, 3)])
def test_where_levels_begin(points: int, number: int):
    assert level(points).number == number


@pytest.mark.parametrize(("bot", "number"), [("novice", 6), ("intermediate", 8)])
def test_the_published_levels_are_those_of_the_gates(bot: str, number: int):
    gate = bot_gate(bot)
    assert gate is not None
    assert (level(gate).number, level(gate - 1).number) == (number, number - 1)


def test_advanced_has_no_upper_level():
    assert bot_gate("advanced") is None


def test_progress_through_a_level():
    assert level(2225) == Level(3, 2125, 2250, 80)


@pytest.mark.parametrize(
    ("points", "progress"), [(0, 0), (1499, 0), (1500, 0), (1750, 50), (1999, 99), (2000, 0)]
)
def test_progress_in_the_first_level_starts_at_the_initial_points(points: int, progress: int):
    """Regression: a newcomer's bar was at 75%."""
    assert level(points).progress == progress


@given(st.integers(0, 6000))
def test_points_lie_in_their_level_and_levels_join(points: int):
    mine = level(points)
    assert mine.begins == level_start(mine.number) <= points < mine.ends == level_start(mine.number + 1)
    assert 0 <= mine.progress < 100


def test_ten_levels_are_shown_and_the_last_has_no_end():
    steps = level_steps()
    assert [step.number for step in steps] == [*range(1, 11)]
    assert [(step.begins, step.ends, step.last) for step in steps[:2]] == [
        (0, 2000, 1999),
        (2000, 2125, 2124),
    ]
    assert (steps[-1].begins, steps[-1].ends, steps[-1].last) == (3000, None, None)


def test_a_bot_is_in_its_level_and_passed_where_it_stops_counting():
    steps = level_steps()
    names = {step.number: [bot.name for bot in step.bots] for step in steps if step.bots}
    passed = {step.number: [bot.name for bot in step.passed] for step in steps if step.passed}
    assert names == {1: ["Novice"], 2: ["Intermediate"], 6: ["Advanced"]}
    assert passed == {6: ["Novice"], 8: ["Intermediate"]}
