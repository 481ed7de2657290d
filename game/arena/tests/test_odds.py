"""Odds from a share of wins, checked by hand."""

from math import factorial, inf, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.student_t import student
from game.arena.odds import LINEAR, Average, Share, elo, ladder_points
from ranking.rules.points import EVEN_STAKE, POINTS_PER_STEP


def share(*samples: int, stake: int = 2) -> Share:
    result = Share(stake)
    for won in samples:
        result = result.with_sample(won)
    return result


def test_the_two_games_of_a_pair_are_one_sample() -> None:
    # Halves 0, 1/2, 1, 1: mean 0.625, variance 0.6875 / 3, standard error 0.2394, times Student's 3.1824.
    four_pairs = share(0, 1, 2, 2)
    assert four_pairs.percent == 62.5
    assert four_pairs.margin == pytest.approx(76.18, abs=0.01)
    assert (four_pairs.low, four_pairs.high) == (0, 100)


def test_students_sleep_data_have_the_published_interval() -> None:
    # Student 1908, Table I: hours of sleep that ten patients gained from hyoscine over hyoscyamine. R prints
    # the interval 0.7001142 to 2.4598858.
    sleepers = share(12, 24, 13, 13, 0, 10, 18, 8, 46, 14, stake=100)
    assert sleepers.percent / 10 - sleepers.margin / 10 == pytest.approx(0.7001142, abs=1e-4)
    assert sleepers.percent / 10 + sleepers.margin / 10 == pytest.approx(2.4598858, abs=1e-4)


def test_an_average_can_be_negative_and_has_students_interval() -> None:
    sleepers = Average()
    for hours in (12, 24, 13, 13, 0, 10, 18, 8, 46, 14):
        sleepers = sleepers.with_sample(-hours)
    assert sleepers.mean == pytest.approx(-15.8)
    assert sleepers.margin == pytest.approx(8.7989, abs=1e-3)
    assert sleepers.merged_with(sleepers).mean == sleepers.mean
    assert Average().with_sample(4).margin == inf


@pytest.mark.parametrize(("pairs", "low"), [(5, 47.82), (10, 69.15), (20, 83.16), (50, 92.89), (100, 96.38)])
def test_all_won_has_the_interval_that_clopper_and_pearson_published(pairs: int, low: float) -> None:
    won, lost = share(*[2] * pairs), share(*[0] * pairs)
    assert (won.low, won.high) == (pytest.approx(low, abs=0.005), 100)
    assert (lost.low, lost.high) == (0, pytest.approx(100 - low, abs=0.005))


def test_pairs_that_always_split_still_have_an_interval() -> None:
    split = share(*[1] * 50)
    assert (split.low, split.percent, split.high) == (
        pytest.approx(46.44, abs=0.01),
        50,
        pytest.approx(53.56, abs=0.01),
    )


def test_a_single_pair_has_a_very_wide_interval() -> None:
    assert (share(1).low, share(1).high) == (0, 100)


@pytest.mark.parametrize(
    ("freedom", "published"), [(1, 12.706), (9, 2.262), (11, 2.201), (15, 2.131), (30, 2.042), (120, 1.980)]
)
def test_few_samples_use_students_table(freedom: int, published: float) -> None:
    assert student(freedom) == pytest.approx(published, abs=0.0006)


@pytest.mark.slow
@given(
    st.integers(1, 8).flatmap(
        lambda length: st.tuples(
            st.just(2 * length), st.lists(st.integers(0, 2 * length), min_size=1, max_size=60)
        )
    )
)
def test_every_interval_has_a_width_and_turns_with_the_sides(drawn: tuple[int, list[int]]) -> None:
    stake, samples = drawn
    one, other = share(*samples, stake=stake), share(*(stake - won for won in samples), stake=stake)
    assert 0 <= one.low <= one.percent <= one.high <= 100
    assert one.high - one.low > 3  # of sixty pairs
    assert one.low == pytest.approx(100 - other.high)
    assert one.high == pytest.approx(100 - other.low)


@pytest.mark.parametrize("pairs", range(2, 13))
def test_the_interval_contains_the_truth_about_as_often_as_stated(pairs: int) -> None:
    """Enumerates every outcome of so few pairs. With the spread of the samples alone, 10% were missed for
    some distributions.

    The worst distribution for any of these never splits a pair: seven coins, 87.5%.
    """
    held = [how_often_held(pairs, lost, split) for lost in range(11) for split in range(11 - lost)]
    assert sum(held) / len(held) > 0.95
    assert min(held) >= 0.875


def how_often_held(pairs: int, lost: int, split: int) -> float:
    """Return the chance that the interval contains the truth, given the tenths of pairs lost and split."""
    chances = (lost / 10, split / 10, (10 - lost - split) / 10)
    truth = 50 * (chances[1] + 2 * chances[2])
    outcomes = [
        (zero, one, pairs - zero - one) for zero in range(pairs + 1) for one in range(pairs + 1 - zero)
    ]
    return sum(
        multinomial(counts, chances)
        for counts in outcomes
        if holds(Share(2, pairs, counts[1] + 2 * counts[2], counts[1] + 4 * counts[2]), truth)
    )


def holds(found: Share, truth: float) -> bool:
    return found.low - 1e-9 <= truth <= found.high + 1e-9


def multinomial(counts: tuple[int, ...], chances: tuple[float, ...]) -> float:
    """Return the probability of so many lost, split and won pairs."""
    ways = factorial(sum(counts)) / prod(map(factorial, counts))
    return ways * prod(chance**count for chance, count in zip(chances, counts, strict=True))


def test_four_times_the_games_halve_the_interval() -> None:
    some, more = share(*[0, 1, 2] * 100), share(*[0, 1, 2] * 400)
    assert more.margin == pytest.approx(some.margin / 2, rel=0.01)


def test_swapped_seats_make_a_pair_more_precise_than_two_games() -> None:
    mostly_split, apart = share(*[0, 1, 1, 1, 1, 2] * 50), share(*[0, 0, 1, 1, 1, 1] * 100, stake=1)
    assert mostly_split.percent == 50
    assert mostly_split.margin < apart.margin


def test_a_match_is_weighted_by_its_stakes() -> None:
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
