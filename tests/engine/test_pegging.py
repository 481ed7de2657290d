"""The points of a card as it is played, with examples from rule books."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import PIPS, card, cards, texts
from game.engine.pegging import peg_parts, peg_points


def pegged(words: str) -> list[int]:
    """Return the points of each card of a pile when it was played."""
    pile = cards(words)
    return [peg_points(pile[:place], one) for place, one in enumerate(pile)]


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("7H 8C", 2),
        ("TH 5C", 2),
        ("TH 6C JD 5S", 2),
        ("TH JC AD KS", 2),
        ("9H 9C", 2),
        ("9H 9C 9D", 6),
        ("7H 7C 7D 7S", 12),
        ("5H 5C 5D", 8),
        ("2H 3C TD", 2),
        ("KH QC", 0),
        ("TH KC", 0),
    ],
    ids=[
        *("seven-eight", "ten-five", "thirty-one", "thirty-one-with-an-ace", "pair", "pair-royal"),
        *("double-pair-royal", "pair-royal-and-fifteen", "fifteen-of-three", "faces", "tens-that-differ"),
    ],
)
def test_the_last_card_of_a_pile_pegs(pile, points):
    assert pegged(pile)[-1] == points


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("3H 4C 2D 5S", [0, 0, 3, 4]),
        ("3H 4C 6D 2S 5H", [0, 0, 0, 2, 5]),
        ("AH 2C 3D", [0, 0, 3]),
        ("8H 7C 6D", [0, 2, 3]),
        ("4H 5C 6D", [0, 0, 5]),
        ("2H 4C 3D 5S 6H", [0, 0, 3, 4, 5]),
        ("AH 4C 2D 6S 3H 5C 7D", [0, 0, 0, 0, 0, 6, 7]),
        ("3H 4C 5D 3S", [0, 0, 3, 5]),
    ],
)
def test_runs_count_in_any_order(pile, points):
    assert pegged(pile) == points


def test_a_run_is_broken_by_a_pair():
    assert pegged("4H 5C 5D 6S")[-1] == 0


def test_a_rank_that_is_missing_is_not_made_up_for_by_a_pair():
    assert pegged("6H 5C 5D 3S")[-1] == 0


def test_a_run_is_broken_by_a_strange_card():
    assert pegged("3H 4C 9D 5S")[-1] == 0


def test_a_run_does_not_go_round_the_corner():
    assert pegged("QH KC AD")[-1] == 0


def test_a_pair_is_broken_by_a_card_between():
    assert pegged("4H 9C 4D")[-1] == 0


def test_fifteen_and_a_run_count_both():
    parts = peg_parts(cards("4H 5C"), card("6D"))
    assert [(part.kind, part.points) for part in parts] == [("count", 2), ("run", 3)]


def test_a_pair_royal_is_said_so():
    assert [part.says for part in peg_parts(cards("9H 9C"), card("9D"))] == ["a pair royal for six"]


@pytest.mark.parametrize(
    ("pile", "lit"),
    [
        ("9H AC 2D 3S", [("count", "9H AC 2D 3S"), ("run", "AC 2D 3S")]),
        ("KH 3C 4D 2S 5H", [("run", "3C 4D 2S 5H")]),
        ("2H 9C 9D", [("pair", "9C 9D")]),
        ("TH 7C 7D 7S", [("count", "TH 7C 7D 7S"), ("pair", "7C 7D 7S")]),
    ],
)
def test_a_part_names_exactly_the_cards_that_score(pile, lit):
    *before, last = cards(pile)
    assert [(part.kind, " ".join(texts(part.cards))) for part in peg_parts(before, last)] == lit


def looked_at_from_the_rule_book(pile: tuple[int, ...]) -> int:
    """The points of a pile's last card, by looking at every stretch of cards that ends with it."""
    points = 2 if sum(PIPS[one] for one in pile) in (15, 31) else 0
    ranks = [one // 4 for one in pile]
    ends = [sorted(ranks[-length:]) for length in range(1, len(ranks) + 1)]
    alike = max(len(end) for end in ends if len(set(end)) == 1)
    run = max((len(end) for end in ends[2:] if end == list(range(end[0], end[0] + len(end)))), default=0)
    return points + alike * (alike - 1) + run


PILES = st.lists(st.integers(0, 51), min_size=1, max_size=12, unique=True)
LOW_PILES = st.lists(st.integers(0, 27), min_size=1, max_size=9, unique=True)


@given(PILES | LOW_PILES)
def test_every_pile_pegs_as_the_rule_book_says(pile):
    assert peg_points(pile[:-1], pile[-1]) == looked_at_from_the_rule_book(tuple(pile))


@given(PILES | LOW_PILES)
def test_the_points_said_are_the_points_pegged(pile):
    assert sum(part.points for part in peg_parts(pile[:-1], pile[-1])) == peg_points(pile[:-1], pile[-1])
