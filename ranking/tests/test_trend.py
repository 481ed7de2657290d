"""The marks of a player's last changes of points, and their sum."""

import pytest

from ranking.rules.trend import parse_trend, signed_text


@pytest.mark.parametrize(("points", "text"), [(13, "+13"), (1, "+1"), (0, "±0"), (-1, "−1"), (-29, "−29")])
def test_points_have_their_sign(points: int, text: str) -> None:
    assert signed_text(points) == text


@pytest.mark.parametrize(
    ("recent", "total", "direction"),
    [("13 -29 0 17", "+1", "up"), ("2 -3", "−1", "down"), ("5 -5", "±0", "even"), ("", "±0", "even")],
)
def test_the_direction_is_that_of_the_sum(recent: str, total: str, direction: str) -> None:
    trend = parse_trend(recent)
    assert (trend.sum_as_text, trend.direction) == (total, direction)


def test_changes_are_read_in_order() -> None:
    assert parse_trend("13 -29 0 17").as_text == "+13, −29, ±0, +17"


def test_gains_are_marks_above_the_line_and_losses_below() -> None:
    """A mark is as high as its change, from 1.5 for the smallest to 12 for 41 and all beyond."""
    trend = parse_trend("1 -41 0 17 -99")
    assert trend.ups == "M2 13v-1.5M20 13v-5.0"
    assert trend.downs == "M8 13v12.0M26 13v12.0"
