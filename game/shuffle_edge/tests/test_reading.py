"""The information in six cards about the others, for a player who knows the shuffle."""

import numpy as np
import pytest

from game.shuffle_edge.reading import build_reader, hidden_places, know_all, know_nothing
from rng.lab.cards import PLACES, STARTER
from rng.lab.pair_places import exact_pair_chances
from rng.lab.shuffles import deck_batches, seed_bytes
from rng.lab.trees import SHUFFLES


def decks(shuffle: str, n: int):
    return np.concatenate([*deck_batches(shuffle, "mt", seed_bytes(6), n)])


def reader(seat: str, shuffle: str):
    return build_reader(seat, exact_pair_chances(SHUFFLES[shuffle], PLACES[seat], hidden_places(seat)))


def test_after_a_fair_shuffle_every_hidden_card_is_as_likely():
    dealt = decks("fair", 20)
    read, nothing = reader("pone", "fair").read(dealt), know_nothing(dealt[:, PLACES["pone"]])
    assert np.allclose(read.starter, nothing.starter)
    assert np.allclose(read.opponent, nothing.opponent)


def test_held_cards_have_no_chance_and_chances_sum_to_one():
    dealt = decks("naive", 20)
    read = reader("dealer", "naive").read(dealt)
    for chances in read:
        assert np.allclose(chances.sum(axis=1), 1)
        assert not np.take_along_axis(chances, dealt[:, PLACES["dealer"]].astype(int), axis=1).any()


@pytest.mark.slow
def test_expected_chances_match_frequencies():
    dealt = decks("naive", 20_000)
    chances = reader("pone", "naive").read(dealt).starter
    came = np.zeros(chances.shape, bool)
    np.put_along_axis(came, dealt[:, [STARTER]].astype(int), True, axis=1)
    likely, unlikely = chances > 1.2 / 46, (chances > 0) & (chances < 0.9 / 46)
    for some in (likely, unlikely):
        expected = chances[some].sum()
        assert abs(came[some].sum() - expected) < 4 * np.sqrt(expected)
    assert came[likely].mean() > 1.2 / 46 > 0.9 / 46 > came[unlikely].mean()


def test_full_knowledge_expects_the_actual_cards():
    (deck,) = dealt = decks("fair", 1)
    told = know_all("dealer", dealt)
    assert np.flatnonzero(told.starter[0]).tolist() == [deck[STARTER]]
    assert np.flatnonzero(told.opponent[0]).tolist() == sorted(deck[[*PLACES["pone"]]])
