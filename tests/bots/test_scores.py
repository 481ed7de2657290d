"""Many hands scored at once, against the engine's score of one and the published counts of all."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots.scores import RANK_KEYS, points_by_key, score_hands
from game.engine.cards import cards
from game.engine.scoring import score_hand
from tests.engine.test_all_hands import PUBLISHED, every_five


@pytest.mark.slow
@given(st.lists(st.permutations(range(52)), min_size=1, max_size=20), st.booleans())
def test_a_hand_counts_what_the_engine_says(decks, crib):
    five = np.array(decks, np.uint8)[:, :5]
    expected = [score_hand(hand[:4], hand[4], crib).total for hand in five.tolist()]
    assert score_hands(five[:, :4], five[:, 4], crib).tolist() == expected


def test_flushes_and_the_greatest_hand():
    hands = np.array([cards("2H 4H 6H 8H"), cards("2H 4H 6H 8H"), cards("5C 5D 5H JS")], np.uint8)
    starters = np.array([*cards("KC"), *cards("KH"), *cards("5S")], np.uint8)
    assert score_hands(hands, starters).tolist() == [4, 5, 29]
    assert score_hands(hands, starters, crib=True).tolist() == [0, 5, 29]


def test_one_hand_counts_with_every_starter():
    starters = np.array([card for card in range(52) if card not in cards("5C 5D 5H JS")], np.uint8)
    points = score_hands(np.array(cards("5C 5D 5H JS"), np.uint8), starters)
    assert points.shape == (48,)
    assert points.max() == 29


def test_a_sum_of_keys_names_its_five_ranks():
    fives = [five for five in combinations_with_replacement(range(13), 5) if five[0] != five[4]]
    assert len({sum(RANK_KEYS[rank] for rank in five) for five in fives}) == len(fives)
    assert points_by_key().nbytes < 1_000_000


@pytest.mark.slow
def test_all_hands_with_all_starters_count_as_published():
    five = every_five().T
    hands, starters = zip(*((np.delete(five, at, axis=1), five[:, at]) for at in range(5)), strict=True)
    counts = {
        what: sum(
            np.bincount(score_hands(hand, starter, crib), minlength=30)
            for hand, starter in zip(hands, starters, strict=True)
        )
        for what, crib in (("hand", False), ("crib", True))
    }
    for what, found in counts.items():
        assert found.tolist() == [PUBLISHED[what].get(str(points), 0) for points in range(30)]
