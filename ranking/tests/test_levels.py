"""Levels: 125 points wide through the two published ones, and all below 2000 is the first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.rules.levels import Level, bot_gate, level, level_start


@pytest.mark.parametrize(("points", "number"), [(0, 1), (1999, 1), (2000, 2), (2124, 2), (2125, 3)])
def test_where_levels_begin(points: int, number: int):
    assert level(points).number == number


@pytest.mark.parametrize(("bot", "number"), [("novice", 6), ("intermediate", 8)])
def test_the_published_levels_are_those_of_the_gates(bot: str, number: int):
    gate = bot_gate(bot)
    assert gate is not None
    assert (level(gate).number, level(gate - 1).number) == (number, number - 1)


def test_advanced_lifts_without_end():
    assert bot_gate("advanced") is None


def test_how_far_through_a_level_somebody_is():
    assert level(2225) == Level(3, 2125, 2250, 80)


@pytest.mark.parametrize(
    ("points", "progress"), [(0, 0), (1499, 0), (1500, 0), (1750, 50), (1999, 99), (2000, 0)]
)
def test_the_way_through_the_first_level_begins_where_everybody_does(points: int, progress: int):
    """A newcomer's bar stood at 75%."""
    assert level(points).progress == progress


@given(st.integers(0, 6000))
def test_points_lie_in_their_level_and_levels_join(points: int):
    mine = level(points)
    assert mine.begins == level_start(mine.number) <= points < mine.ends == level_start(mine.number + 1)
    assert 0 <= mine.progress < 100
