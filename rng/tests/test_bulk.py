"""Bulk draws equal single draws of the protocol's twister."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rng.bulk import BATCH, decks, draw, numpy_twister, randbelow
from rng.twister import twister

SEED = bytes(range(64))


@given(st.binary(min_size=64, max_size=64))
def test_the_words_are_those_of_our_twister(seed):
    source, plain = numpy_twister(seed), twister(seed)
    drawn = [*draw(source, 3), *draw(source, 1000)]
    assert drawn == [plain.getrandbits(32) for _ in drawn]


@pytest.mark.parametrize("length", [0, 63, 65])
def test_a_seed_is_64_bytes(length):
    with pytest.raises(ValueError, match="64 bytes"):
        numpy_twister(bytes(length))


@pytest.mark.parametrize("limit", [2, 3, 48, 52, 64])
def test_numbers_below_a_limit_come_from_top_bits_with_rejection(limit):
    plain = twister(SEED)
    bits = (limit - 1).bit_length()
    expected = [plain.getrandbits(bits) for _ in range(1000)]
    while outside := [at for at, number in enumerate(expected) if number >= limit]:
        for at in outside:
            expected[at] = plain.getrandbits(bits)
    assert randbelow(numpy_twister(SEED), limit, 1000).tolist() == expected


def test_every_deck_has_every_card_once():
    assert (np.sort(decks(SEED, 1000), axis=1) == np.arange(52)).all()


def test_the_first_decks_do_not_depend_on_the_number_requested():
    many = decks(SEED, BATCH + 10)
    assert (decks(SEED, 10) == many[:10]).all()
    assert (decks(bytes(64), 10) != many[:10]).any()


@pytest.mark.slow
def test_every_card_lies_in_every_place_equally_often():
    shuffled = decks(SEED, 100_000)
    counts = np.stack([np.bincount(place, minlength=52) for place in shuffled.T])
    expected = len(shuffled) / 52
    freedom = 51 * 51
    chi_squared = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_squared - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.slow
def test_neighbours_in_a_deck_are_independent():
    shuffled = decks(SEED, 100_000).astype(np.int64)
    first, second = shuffled[:, 12], shuffled[:, 13]
    counts = np.bincount(first * 52 + second, minlength=52 * 52).reshape(52, 52)
    apart = ~np.eye(52, dtype=bool)
    assert (counts[~apart] == 0).all()
    expected = len(shuffled) / (52 * 51)
    chi_squared = ((counts[apart] - expected) ** 2 / expected).sum()
    freedom = 52 * 51 - 1
    assert abs(chi_squared - freedom) < 4 * (2 * freedom) ** 0.5
