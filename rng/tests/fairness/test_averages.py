"""Confidence bounds of average hands: valid at all times simultaneously, and reasonably tight."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from cribbage_site.tests.repetitions import repetitions
from game.fairness.scorer import CRIBBAGE_SCORER, HANDS_BY_SCORE
from rng.fairness.watch.averages import HIGHEST, average, averages, mean_as_dealt

LOOKS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 100, 200, 400, 700, 1000, 1500, 2000, 3000)
RUNS = repetitions(2000, one_in=50)


def hands(chance: Random, n: int, extra: float = 0.0) -> list[int]:
    """Return the points of so many dealt hands, a share of which gets four extra points."""
    dealt = chance.choices(range(30), HANDS_BY_SCORE, k=n)
    return [min(HIGHEST, points + 4 * (chance.random() < extra)) for points in dealt]


def worth(extra: float) -> float:
    """Return the mean of such hands."""
    return sum(
        ways * (points + extra * (min(HIGHEST, points + 4) - points))
        for points, ways in enumerate(HANDS_BY_SCORE)
    ) / sum(HANDS_BY_SCORE)


def histogram(points: list[int]) -> list[int]:
    return np.bincount(points, minlength=HIGHEST + 1).tolist()


@pytest.mark.slow
def test_the_bounds_hold_at_all_times():
    """The full run has 2,000 records, each read repeatedly. At most a hundredth of them may be wrong once."""
    wrong = 0
    for run in range(RUNS):
        dealt = hands(Random(run), LOOKS[-1])
        found = [average("dealt", histogram(dealt[:n])) for n in LOOKS]
        wrong += any(not one.low <= worth(0) <= one.high for one in found)
    assert wrong <= RUNS / 100


@pytest.mark.slow
def test_the_bounds_hold_for_a_changing_mix_of_players():
    """Hands of beginners and masters alternate. The mean is that of each hand's expected score."""
    wrong = 0
    for run in range(RUNS):
        chance, dealt, expected = Random(run), [], 0.0
        found = []
        for begin, end in zip((0, *LOOKS), LOOKS, strict=False):
            extra = 0.9 if chance.random() < 0.5 else 0.0
            dealt += hands(chance, end - begin, extra)
            expected += worth(extra) * (end - begin)
            one = average("shown", histogram(dealt))
            found.append(one.low <= expected / end <= one.high)
        wrong += not all(found)
    assert wrong <= RUNS / 100


@pytest.mark.parametrize(
    ("deals", "to_either_side"), [(100, 2), (1_000, 0.5), (10_000, 0.15), (1_000_000, 0.015)]
)
def test_the_bounds_tighten_with_more_deals(deals: int, to_either_side: float):
    """For points with exactly the expected distribution.

    A single 99% interval would be 0.0078 after a million.
    """
    exact = [round(deals * ways / sum(HANDS_BY_SCORE)) for ways in HANDS_BY_SCORE]
    found = average("dealt", exact, mean_as_dealt(CRIBBAGE_SCORER))
    assert found.agrees
    assert found.high - found.low <= 2 * to_either_side


def test_a_tenth_of_the_hands_worth_more_is_found():
    found = average("dealt", histogram(hands(Random(1), 10_000, extra=0.1)), mean_as_dealt(CRIBBAGE_SCORER))
    assert not found.agrees
    assert found.low > found.expected


def test_the_exact_mean_of_four_cards_and_a_starter():
    assert mean_as_dealt(CRIBBAGE_SCORER) == Fraction(60759, 12740)
    assert worth(0) == pytest.approx(60759 / 12740)


def test_bounds_for_no_hands_and_for_many_equal_hands():
    nothing, nines = averages({"none": [], "twenty-nine": [0] * 29 + [5000]})
    assert (nothing.deals, nothing.mean, nothing.low, nothing.high) == (0, None, 0, HIGHEST)
    assert (nines.mean, nines.high) == (HIGHEST, HIGHEST)
    assert 28.9 < nines.low < HIGHEST
