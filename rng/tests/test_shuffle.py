"""The shuffle, the deal and the streams."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rng import entropy
from rng.deal import card_text, deal_six, deck
from rng.shuffle import shuffle
from rng.tests.vectors import numbered_keys
from rng.twister import stream, twister

KEYS = st.binary(min_size=64, max_size=64)
SECRETS = st.binary(min_size=32, max_size=32)


@given(KEYS)
def test_a_deck_has_every_card_once(key: bytes) -> None:
    assert sorted(deck(key)) == list(range(52))


@given(KEYS, st.integers(0, 60))
def test_any_number_of_things_can_be_shuffled(key: bytes, n: int) -> None:
    assert sorted(shuffle(twister(key), n)) == list(range(n))


@given(KEYS, st.integers(0, 511))
def test_every_bit_of_the_key_matters(key: bytes, bit: int) -> None:
    other = (int.from_bytes(key, "big") ^ 1 << bit).to_bytes(64, "big")
    assert deck(key) != deck(other)


def test_three_cards_fall_into_all_six_orders_alike() -> None:
    counts = Counter(shuffle(twister(key), 3) for key in numbered_keys(6_000))
    assert set(counts) == set(permutations(range(3)))
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5  # chi2(5) at 0.001


def test_pone_gets_the_first_card_and_then_every_other() -> None:
    dealt = deal_six(range(52))
    assert dealt.pone == (0, 2, 4, 6, 8, 10)
    assert dealt.dealer == (1, 3, 5, 7, 9, 11)
    assert dealt.starter == 12


def test_cards_are_written_as_players_write_them() -> None:
    assert [card_text(card) for card in (0, 18, 36, 51)] == ["AC", "5H", "TC", "KS"]


@pytest.mark.parametrize("length", [0, 63, 65])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        twister(bytes(length))


@given(SECRETS, st.lists(st.text(), max_size=3), st.lists(st.text(), max_size=3))
def test_streams_of_other_labels_are_other_streams(secret: bytes, a: list[str], b: list[str]) -> None:
    same = stream(secret, *a).getrandbits(256) == stream(secret, *b).getrandbits(256)
    assert same == (a == b)


def test_fresh_secrets_and_names_differ_every_time() -> None:
    for draw, length in ((entropy.secret, 32), (entropy.nonce, 12), (entropy.game_id, 12)):
        drawn = [draw() for _ in range(500)]
        assert len(set(drawn)) == 500
        assert {len(one) for one in drawn} == {length}


def test_names_are_plain_and_unambiguous() -> None:
    letters = set("".join(entropy.game_id() + entropy.name_suffix() for _ in range(500)))
    assert letters == set(entropy.UNAMBIGUOUS)
    assert not letters & set("01ilo")
    assert len(entropy.name_suffix()) == 5
