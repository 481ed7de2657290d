"""The count of a hand: examples as rule books give them, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import card, cards, texts
from game.engine.scoring import NUMBER_WORDS, score_hand

FIVE_CARDS = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


@pytest.mark.parametrize(
    ("hand", "starter", "total"),
    [
        ("5H 5C 5D JS", "5S", 29),
        ("5H 5C 5D JH", "5S", 28),
        ("5H 5C 5D 5S", "KS", 28),
        ("5H 5C JD JS", "JH", 20),
        ("5H 5C JD JS", "5S", 23),
        ("4H 4C 5D 6S", "6H", 24),
        ("4H 5C 5D 6S", "5H", 23),
        ("7H 7C 8D 8S", "9H", 24),
        ("6H 7C 7D 8S", "8H", 24),
        ("3H 3C 3D 6S", "6H", 18),
        ("3H 3C 3D 3S", "9H", 24),
        ("6H 6C 6D 9S", "6S", 20),
        ("7H 7C 7D AS", "AH", 20),
        ("2H 4C 6D 8S", "TH", 0),
        ("AH 2C 3D 4S", "5H", 7),
        ("QH KC AD 2S", "9H", 0),
        ("TH JC QD KS", "5H", 12),
    ],
)
def test_a_hand_counts(hand, starter, total):
    assert score_hand(cards(hand), card(starter)).total == total


@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        ("2H 3C 4D 9S", "KH", 3),
        ("2H 3C 4D 5S", "KH", 4),
        ("2H 3C 4D 5S", "6H", 5),
        ("2H 3C 4D 4S", "KH", 6),
        ("2H 3C 4D 5S", "5H", 8),
        ("2H 3C 4D 4S", "4H", 9),
        ("2H 3C 3D 4S", "4H", 12),
        ("QH KC AD 3S", "5H", 0),
        ("2H 3C 5D 6S", "8H", 0),
    ],
    ids=[
        "three",
        "four",
        "five",
        "double",
        "double-of-four",
        "triple",
        "double-double",
        "round-the-corner",
        "broken",
    ],
)
def test_runs_count_once_for_every_way_to_make_them(hand, starter, points):
    assert score_hand(cards(hand), card(starter)).runs == points


@pytest.mark.parametrize(
    ("hand", "points"), [("3H 3C 8D 9S", 2), ("3H 3C 8D 8S", 4), ("3H 3C 3D 9S", 6), ("3H 3C 3D 3S", 12)]
)
def test_pairs_count_two_for_every_two(hand, points):
    assert score_hand(cards(hand), card("KH")).pairs == points


def test_pone_s_flush_of_four_counts_in_the_hand():
    assert score_hand(cards("2H 4H 6H 8H"), card("KS")).flush == 4


def test_a_flush_of_four_counts_nothing_in_the_crib():
    assert score_hand(cards("2H 4H 6H 8H"), card("KS"), crib=True).flush == 0


@pytest.mark.parametrize("crib", [False, True])
def test_a_flush_of_five_counts_in_hand_and_crib(crib):
    assert score_hand(cards("2H 4H 6H 8H"), card("KH"), crib=crib).flush == 5


def test_four_of_a_suit_with_the_starter_are_no_flush():
    assert score_hand(cards("2H 4H 6H 8S"), card("KH")).flush == 0


def test_a_jack_of_the_starters_suit_is_his_nobs():
    assert score_hand(cards("5H 5C 5D JS"), card("5S")).nobs == 1


def test_a_jack_of_another_suit_is_not():
    assert score_hand(cards("2H 4C 6D JS"), card("8H")).nobs == 0


def test_a_jack_turned_as_starter_is_no_nobs():
    assert score_hand(cards("2H 4C 6D 8S"), card("JS")).nobs == 0


def test_a_count_is_said_as_at_the_table():
    assert score_hand(cards("5H TC KD 2S"), card("2H")).says == "fifteen two, fifteen four, and a pair is six"


def test_the_second_of_two_parts_is_said_with_an_and():
    assert score_hand(cards("7H 8C 2D 2S"), card("QH")).says == "fifteen two, and a pair is four"


def test_a_run_and_nobs_are_said_in_their_turn():
    said = score_hand(cards("9H TC JD 2S"), card("4D")).says
    assert said == "fifteen two, a run of three is five, and his nobs is six"


def test_an_empty_hand_says_nothing():
    assert score_hand(cards("2H 4C 6D 8S"), card("TH")).says == "nothing"


def test_a_single_part_is_said_without_an_and():
    assert score_hand(cards("2H 2C 7D 9S"), card("QH")).says == "a pair is two"


@pytest.mark.parametrize(
    ("hand", "starter", "lit"),
    [
        ("5H TC 9D 7S", "2H", [("fifteen", "5H TC")]),
        ("2H 3C 4D 9S", "KH", [("fifteen", "2H 3C KH"), ("fifteen", "2H 4D 9S"), ("run", "2H 3C 4D")]),
        ("9H 2C JD TS", "QH", [("run", "9H JD TS QH")]),
        ("6H 7C 7D 5S", "QH", [
            ("fifteen", "5S QH"), ("run", "6H 7C 5S"), ("run", "6H 7D 5S"), ("pair", "7C 7D"),
        ]),
        ("KH KC KD AS", "2H", [("pair", "KH KC KD")]),
        ("2H 4H 6H 8H", "QS", [("flush", "2H 4H 6H 8H")]),
        ("2H 4H 6H 8H", "QH", [("flush", "2H 4H 6H 8H QH")]),
        ("2H 4C 6D JS", "8S", [("nobs", "JS")]),
    ],
)  # fmt: skip
def test_a_part_names_exactly_the_cards_that_score(hand, starter, lit):
    parts = score_hand(cards(hand), card(starter)).parts
    assert [(part.kind, " ".join(texts(part.cards))) for part in parts] == lit


@given(FIVE_CARDS, st.booleans())
def test_the_parts_add_up_to_the_total(five, crib):
    score = score_hand(five[:4], five[4], crib)
    by_kind = dict.fromkeys(("fifteen", "pair", "run", "flush", "nobs"), 0)
    for part in score.parts:
        by_kind[part.kind] += part.points
    assert tuple(by_kind.values()) == (score.fifteens, score.pairs, score.runs, score.flush, score.nobs)
    assert sum(by_kind.values()) == score.total


@given(FIVE_CARDS, st.booleans())
def test_the_last_part_says_the_total(five, crib):
    score = score_hand(five[:4], five[4], crib)
    assert not score.parts or score.parts[-1].says.endswith(f" {NUMBER_WORDS[score.total]}")


@given(FIVE_CARDS, st.booleans())
def test_every_part_is_made_of_cards_of_the_hand(five, crib):
    for part in score_hand(five[:4], five[4], crib).parts:
        assert set(part.cards) <= set(five)
        assert len(set(part.cards)) == len(part.cards)


@given(FIVE_CARDS, st.randoms(use_true_random=False))
def test_the_order_of_a_hand_does_not_matter(five, chance):
    mixed = chance.sample(five[:4], 4)
    assert score_hand(mixed, five[4])[:6] == score_hand(five[:4], five[4])[:6]
