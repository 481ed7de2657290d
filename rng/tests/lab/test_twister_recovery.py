"""A twister that deals repeatedly is recovered from its cards. One that deals once is not."""

from hashlib import sha512
from typing import Any

import numpy as np
import pytest

from cribbage_site.tests.repetitions import FULL_PROOF
from rng.lab.linear import solve
from rng.lab.prediction import predict_decks, steady_dealer
from rng.lab.twister_recovery import (
    BITS,
    SEEN_CARDS,
    TEMPERED,
    UNKNOWN,
    WORD,
    WORDS,
    common_bits,
    deal_deck,
    first_state,
    recover,
    revealed_bits,
    twist,
    twister_from_state,
)
from rng.tests.plain_twister import outputs
from rng.twister import twister

SECRET = bytes(range(32))


def silent(pieces: int) -> Any:
    """Report no progress."""
    return lambda: None


def bits(name: str, *shape: int) -> np.ndarray:
    """Return pseudorandom bits, the same in every run."""
    source = twister(sha512(name.encode()).digest())
    return np.array([source.getrandbits(1) for _ in range(int(np.prod(shape)))], np.uint8).reshape(shape)


def packed(coefficients: np.ndarray, sums: np.ndarray) -> np.ndarray:
    """Return equations as rows of words: the unknowns, and their sum in a last word."""
    rows = np.zeros((len(sums), -(-coefficients.shape[1] // 64) + 1), np.uint64)
    octets = np.packbits(coefficients, axis=1, bitorder="little")
    rows[:, :-1].view(np.uint8)[:, : octets.shape[1]] = octets
    rows[:, -1] = sums
    return rows


def test_equations_are_solved() -> None:
    coefficients, unknown = bits("sound", 230, 200), bits("unknown", 200)
    found = solve(packed(coefficients, coefficients @ unknown & 1), 200, silent)
    assert (found.rank, found.contradictions) == (200, 0)
    assert found.bits.tolist() == unknown.tolist()


def test_undetermined_bits_are_zero_and_the_equations_still_hold() -> None:
    coefficients, unknown = bits("short", 150, 200), bits("unknown", 200)
    coefficients[:, [0, 77, 199]] = 0
    sums = coefficients @ unknown & 1
    found = solve(packed(coefficients, sums), 200, silent)
    assert (found.rank, found.contradictions) == (150, 0)
    assert not found.bits[[0, 77, 199]].any()
    assert (coefficients @ found.bits & 1).tolist() == sums.tolist()


def test_a_contradicting_equation_is_counted() -> None:
    coefficients, unknown = bits("denied", 260, 200), bits("unknown", 200)
    sums = coefficients @ unknown & 1
    sums[-1] ^= 1
    assert solve(packed(coefficients, sums), 200, silent).contradictions == 1


@pytest.mark.slow
def test_every_output_bit_is_the_predicted_sum_of_state_bits() -> None:
    first = bits("a state", WORDS, WORD)
    words = (first.astype(np.uint64) << np.arange(WORD, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)
    made = outputs([int(word) for word in words])
    truth = np.packbits(first.ravel(), bitorder="little").view(np.uint64)
    state = first_state()
    for _ in range(2):
        twist(state)
        expected = [next(made) for _ in range(WORDS)]
        for word in range(0, WORDS, 31):
            sums = [np.bitwise_xor.reduce(state[word, TEMPERED[bit]], axis=0) for bit in range(WORD)]
            value = sum((int(np.bitwise_count(row & truth).sum()) & 1) << bit for bit, row in enumerate(sums))
            assert value == expected[word]


@pytest.mark.parametrize("limit", range(40, 53))
def test_a_number_reveals_the_bits_common_to_all_its_words(limit: int) -> None:
    for number in range(limit):
        ends = (number * 2**32 + limit - 1) // limit, ((number + 1) * 2**32 - 1) // limit
        assert {limit * end >> 32 for end in ends} == {number}
        low, high = (format(end, "032b") for end in ends)
        known = "".join(map(str, common_bits(number, limit)))
        assert low.startswith(known)
        assert high.startswith(known)
        assert low[len(known)] != high[len(known)]


def test_the_first_cards_of_a_deck_reveal_bits_of_its_words() -> None:
    source, same = twister(bytes(64)), twister(bytes(64))
    for _ in range(200):
        cards = deal_deck(source)
        words = [format(same.getrandbits(32), "032b") for _ in cards]
        told = list(revealed_bits(cards[:SEEN_CARDS]))
        assert len(told) == SEEN_CARDS
        for word, known in told:
            assert words[word].startswith("".join(map(str, known)))


def test_a_twister_can_be_set_to_a_state() -> None:
    state = twister(bytes(64)).getstate()[1][:-1]
    source = twister_from_state(state)
    assert [source.getrandbits(32) for _ in range(700)] == [
        word for word, _ in zip(outputs(list(state)), range(700), strict=False)
    ]


@pytest.mark.slow
def test_any_recovered_state_reproduces_the_seen_bits() -> None:
    deal = steady_dealer(SECRET)
    seen = [deal()[:SEEN_CARDS] for _ in range(20)]
    source = twister_from_state(recover(seen, silent).state)
    for cards in seen:
        words = [format(source.getrandbits(32), "032b") for _ in range(52)]
        assert all(words[word].startswith("".join(map(str, known))) for word, known in revealed_bits(cards))


@pytest.mark.slow
def test_too_few_deals_do_not_recover_the_twister() -> None:
    told = predict_decks(SECRET, 20, False, silent)
    assert told.rank == told.equations < UNKNOWN < BITS
    assert not told.is_recovered
    assert told.decks_foretold == 0


if FULL_PROOF:  # each takes ten seconds of CPU time

    def test_400_deals_of_one_twister_predict_every_later_deck() -> None:
        told = predict_decks(SECRET, 400, False, silent)
        assert told.is_recovered
        assert (told.right, told.decks_foretold) == (52, 100)

    def test_a_fresh_twister_for_every_deal_reveals_nothing() -> None:
        told = predict_decks(SECRET, 400, True, silent)
        surplus = told.equations - told.rank
        assert told.rank == UNKNOWN
        assert abs(told.contradictions - surplus / 2) < 4 * surplus**0.5 / 2
        assert told.right < 8
        assert told.decks_foretold == 0
