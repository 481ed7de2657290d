"""Levels: 125 points wide through the two published ones, 200 below, and all below 1700 is the first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.rules.landmarks import level_steps
from ranking.rules.levels import Level, bot_gate, level, level_start


@pytest.mark.parametrize(
    ("points", "number"),
    [(0, 1), (1699, 1), (1700, 2), (1899, 2), (1900, 3), (2100, 4), (2300, 5), (2625, 7), (2875, 9)],
)
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
    assert level(2060) == Level(3, 1900, 2100, 80)


@pytest.mark.parametrize(
    ("points", "progress"), [(0, 0), (1499, 0), (1500, 0), (1600, 50), (1699, 99), (1700, 0)]
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
        (0, 1700, 1699),
        (1700, 1900, 1899),
    ]
    assert (steps[6].begins, steps[6].ends) == (2625, 2750)
    assert (steps[-1].begins, steps[-1].ends, steps[-1].last) == (3000, None, None)


def test_a_bot_is_in_its_level_and_passed_where_it_stops_counting():
    steps = level_steps()
    names = {step.number: [bot.name for bot in step.bots] for step in steps if step.bots}
    passed = {step.number: [bot.name for bot in step.passed] for step in steps if step.passed}
    assert names == {1: ["Novice"], 3: ["Intermediate"], 6: ["Advanced"]}
    assert passed == {6: ["Novice"], 8: ["Intermediate"]}


@pytest.mark.parametrize(
    ("points", "holes"), [(1500, 0), (1509, 0), (1510, 1), (1699, 19), (1900, 0), (2000, 10)]
)
def test_progress_is_shown_in_twenty_holes(points: int, holes: int):
    assert level(points).holes == holes
