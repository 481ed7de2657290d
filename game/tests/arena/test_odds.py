"""Odds from a share of wins, checked by hand."""

import pytest

from game.arena.odds import LINEAR, Share, elo, ladder_points
from ranking.points import EVEN_STAKE, POINTS_PER_STEP


def share(*samples: int, stake: int = 2) -> Share:
    result = Share(stake)
    for won in samples:
        result = result.with_sample(won)
    return result


def test_the_two_games_of_a_pair_are_one_sample() -> None:
    # Halves 0, 1/2, 1, 1: mean 0.625, variance 0.6875 / 3, standard error 0.2394.
    four_pairs = share(0, 1, 2, 2)
    assert four_pairs.percent == 62.5
    assert four_pairs.margin == pytest.approx(46.92, abs=0.01)
    assert four_pairs.low == pytest.approx(15.58, abs=0.01)
    assert four_pairs.high == 100


def test_pairs_that_always_split_leave_no_doubt() -> None:
    split = share(*[1] * 50)
    assert (split.low, split.percent, split.high) == (50, 50, 50)


def test_four_times_the_games_halve_the_interval() -> None:
    some, more = share(*[0, 1, 2] * 100), share(*[0, 1, 2] * 400)
    assert more.margin == pytest.approx(some.margin / 2, rel=0.01)


def test_swapped_seats_make_a_pair_surer_than_two_games_apart() -> None:
    mostly_split, apart = share(*[0, 1, 1, 1, 1, 2] * 50), share(*[0, 0, 1, 1, 1, 1] * 100, stake=1)
    assert mostly_split.percent == 50
    assert mostly_split.margin < apart.margin


def test_a_match_weighs_by_what_was_at_stake() -> None:
    assert share(15, 15, 30, 0, stake=30).percent == 50


def test_two_parts_make_the_whole() -> None:
    assert share(0, 1).merged_with(share(2, 2, 1)) == share(0, 1, 2, 2, 1)


@pytest.mark.parametrize(("percent", "points"), [(50, 0), (75, 190.85), (10 / 11 * 100, 400), (25, -190.85)])
def test_the_usual_curve(percent: float, points: float) -> None:
    assert elo(percent) == pytest.approx(points, abs=0.01)


@pytest.mark.parametrize("percent", [0, 100])
def test_the_curve_has_no_figure_for_all_or_nothing(percent: float) -> None:
    assert elo(percent) is None


def test_the_ladders_line_is_the_ladders() -> None:
    assert LINEAR == 2 * EVEN_STAKE * POINTS_PER_STEP
    assert ladder_points(60) == 105
