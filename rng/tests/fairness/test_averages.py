"""Bounds for the average hand: true at every moment at once, and no wider than they must be."""

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
    """Points of so many hands as they are dealt, of which some are worth four more."""
    dealt = chance.choices(range(30), HANDS_BY_SCORE, k=n)
    return [min(HIGHEST, points + 4 * (chance.random() < extra)) for points in dealt]


def worth(extra: float) -> float:
    """What such hands are worth on average."""
    return sum(
        ways * (points + extra * (min(HIGHEST, points + 4) - points))
        for points, ways in enumerate(HANDS_BY_SCORE)
    ) / sum(HANDS_BY_SCORE)


def histogram(points: list[int]) -> list[int]:
    return np.bincount(points, minlength=HIGHEST + 1).tolist()


@pytest.mark.slow
def test_the_bounds_are_true_whenever_one_looks():
    """In full 2,000 records, each looked at again and again: a hundredth of them might be wrong once."""
    wrong = 0
    for run in range(RUNS):
        dealt = hands(Random(run), LOOKS[-1])
        found = [average("dealt", histogram(dealt[:n])) for n in LOOKS]
        wrong += any(not one.low <= worth(0) <= one.high for one in found)
    assert wrong <= RUNS / 100


@pytest.mark.slow
def test_they_are_true_as_well_when_players_come_and_go():
    """Hands of beginners and of masters by turns: the mean is of what was to be expected of each."""
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
def test_they_draw_together_as_deals_are_added(deals: int, to_either_side: float):
    """Of points that are spread just as they should be; 99% of one look would be 0.0078 after a million."""
    exact = [round(deals * ways / sum(HANDS_BY_SCORE)) for ways in HANDS_BY_SCORE]
    found = average("dealt", exact, mean_as_dealt(CRIBBAGE_SCORER))
    assert found.agrees
    assert found.high - found.low <= 2 * to_either_side


def test_a_tenth_of_the_hands_worth_more_is_found():
    found = average("dealt", histogram(hands(Random(1), 10_000, extra=0.1)), mean_as_dealt(CRIBBAGE_SCORER))
    assert not found.agrees
    assert found.low > found.expected


def test_four_cards_and_a_starter_are_worth_what_is_known():
    assert mean_as_dealt(CRIBBAGE_SCORER) == Fraction(60759, 12740)
    assert worth(0) == pytest.approx(60759 / 12740)


def test_nothing_is_known_of_no_hands_and_much_of_many_alike():
    nothing, nines = averages({"none": [], "twenty-nine": [0] * 29 + [5000]})
    assert (nothing.deals, nothing.mean, nothing.low, nothing.high) == (0, None, 0, HIGHEST)
    assert (nines.mean, nines.high) == (HIGHEST, HIGHEST)
    assert 28.9 < nines.low < HIGHEST
