"""The chances of pairs of cards after a shuffle: computed exactly, and counted."""

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


def test_cards_are_independent_after_a_fair_shuffle() -> None:
    assert np.allclose(exact_pair_chances(SHUFFLES["fair"], PLACES, OTHERS)[..., APART], FAIR)


@pytest.mark.slow
@pytest.mark.parametrize("shuffle", ["naive", "asf"])
def test_dealt_decks_have_pairs_as_often_as_computed(shuffle: str) -> None:
    decks = deck_batches(shuffle, "mt", seed_bytes(4), 200_000)
    found = counted_pair_chances(decks, PLACES, OTHERS)[..., APART]
    exact = exact_pair_chances(SHUFFLES[shuffle], PLACES, OTHERS)[..., APART]
    off = (found - exact) / np.sqrt(FAIR / 200_000)
    assert np.abs(off).max() < 6
    # Counts are smoothed towards a fair shuffle, by at most half of the random variation.
    assert off.std() < 1.1
    assert np.corrcoef((exact - FAIR).ravel(), (found - FAIR).ravel())[0, 1] > 0.8
