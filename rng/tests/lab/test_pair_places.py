"""What two cards of a known deck tell of each other after a shuffle: worked out, and counted."""

import numpy as np
import pytest

from rng.lab.pair_places import FAIR, counted_pair_chances, exact_pair_chances
from rng.lab.shuffles import deck_batches, seed_bytes
from rng.lab.trees import SHUFFLES, place_probabilities

PLACES, OTHERS = (0, 7), (12, 51)
APART = ~np.eye(52, dtype=bool)


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_pairs_add_up_to_the_chances_of_each_card(shuffle: str) -> None:
    chances = exact_pair_chances(SHUFFLES[shuffle], PLACES, OTHERS)
    alone = place_probabilities(SHUFFLES[shuffle], 52)
    for at, place in enumerate(PLACES):
        for beside, other in enumerate(OTHERS):
            assert np.allclose(chances[at, beside].sum(axis=1), alone[:, place])
            assert np.allclose(chances[at, beside].sum(axis=0), alone[:, other])


def test_no_card_tells_anything_after_a_fair_shuffle() -> None:
    assert np.allclose(exact_pair_chances(SHUFFLES["fair"], PLACES, OTHERS)[..., APART], FAIR)


@pytest.mark.slow
@pytest.mark.parametrize("shuffle", ["naive", "asf"])
def test_decks_that_are_dealt_have_each_pair_as_often_as_was_worked_out(shuffle: str) -> None:
    decks = deck_batches(shuffle, "mt", seed_bytes(4), 200_000)
    found = counted_pair_chances(decks, PLACES, OTHERS)[..., APART]
    exact = exact_pair_chances(SHUFFLES[shuffle], PLACES, OTHERS)[..., APART]
    off = (found - exact) / np.sqrt(FAIR / 200_000)
    assert np.abs(off).max() < 6
    # What is counted was drawn to what is fair, by half at most of what chance leaves.
    assert off.std() < 1.1
    assert np.corrcoef((exact - FAIR).ravel(), (found - FAIR).ravel())[0, 1] > 0.8
