from itertools import islice, permutations

import numpy as np
import pytest

from game.bots.tables.multisets import DEALER, PONE
from game.engine.cards import cards
from rng.bulk import decks
from rng.twister import stream_seed
from study.strength.luck.points import (
    PARTS,
    best_points,
    mean_points,
    points_of_six,
)
from study.strength.luck.sixes import different_sixes

SAMPLE = 20_000


def test_six_represents_all_renamings_of_its_suits():
    some = next(different_sixes())
    for six, ways in islice(zip(some.cards.tolist(), some.ways.tolist(), strict=True), 0, None, 97):
        renamed = {
            frozenset(4 * (card // 4) + names[card % 4] for card in six) for names in permutations(range(4))
        }
        assert len(renamed) == ways


def test_points_are_the_best_of_fifteen_discards():
    """Four fives and two tens: the fives count 20, and 28 with any of the fourteen other tens."""
    six = cards("5H 5C 5D 5S TH TC")
    hand, crib_of_tens = 20 + 8 * 14 / 46, 4.76
    assert float(points_of_six(DEALER, six)) == pytest.approx(hand + crib_of_tens)


@pytest.mark.slow
def test_the_mean_over_all_sixes_is_that_of_a_sample():
    sixes = decks(stream_seed(bytes(32), "sixes"), SAMPLE)[:, :6]
    points = best_points(sixes) / PARTS
    for role in (PONE, DEALER):
        error = points[role].std() / SAMPLE**0.5
        assert abs(points[role].mean() - float(mean_points(role))) < 3 * error


def test_the_sum_over_the_first_sixes_counts_each_as_often_as_it_can_be_dealt():
    """Sixes of one suit: 1,716 ways to choose their ranks, times four suits."""
    some = next(different_sixes())
    of_one_suit = (some.cards % 4 == 0).all(axis=1)
    assert of_one_suit.sum() == 1716
    assert np.unique(some.ways[of_one_suit]).tolist() == [4]
