"""The trees of shuffles, counted exactly."""

from collections import Counter
from fractions import Fraction
from math import factorial

import numpy as np
import pytest

from rng.lab.tree_layout import deck_rows, draw_tree, top_card_rows
from rng.lab.trees import SHUFFLES, build_tree, deck_ways, place_probabilities, top_card_ways


def test_the_naive_tree_has_the_published_27_leaves() -> None:
    often, seldom = Fraction(5, 27), Fraction(4, 27)
    ways = deck_ways(SHUFFLES["naive"], 3)
    shares = {deck: Fraction(count, ways.total()) for deck, count in ways.items()}
    assert shares == {
        (1, 3, 2): often,
        (2, 1, 3): often,
        (2, 3, 1): often,
        (1, 2, 3): seldom,
        (3, 1, 2): seldom,
        (3, 2, 1): seldom,
    }
    assert top_card_ways(ways) == {(1,): 9, (2,): 10, (3,): 8}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_the_fair_tree_has_each_deck_once(n: int) -> None:
    ways = deck_ways(SHUFFLES["fair"], n)
    assert len(ways) == ways.total() == factorial(n)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_the_shuffle_of_1999_never_leaves_the_last_card_last(n: int) -> None:
    ways = deck_ways(SHUFFLES["asf"], n)
    assert ways.total() == (n - 1) ** n
    assert not [deck for deck in ways if deck[-1] == n]


@pytest.mark.parametrize("name", SHUFFLES)
def test_a_trees_leaves_match_the_counts(name: str) -> None:
    assert Counter(build_tree(SHUFFLES[name], 4).leaves()) == deck_ways(SHUFFLES[name], 4)


@pytest.mark.parametrize("name", SHUFFLES)
def test_place_probabilities_match_the_tree(name: str) -> None:
    ways = deck_ways(SHUFFLES[name], 5)

    def share(card: int, place: int) -> float:
        there = sum(count for deck, count in ways.items() if deck[place] == card)
        return there / ways.total()

    assert np.allclose(
        place_probabilities(SHUFFLES[name], 5),
        [[share(card, place) for place in range(5)] for card in range(1, 6)],
    )


def test_all_52_cards_come_fairly_to_every_place_by_the_fair_shuffle_alone() -> None:
    assert np.allclose(place_probabilities(SHUFFLES["fair"], 52), 1 / 52)
    assert 52 * place_probabilities(SHUFFLES["naive"], 52).max() > 1.3
    assert place_probabilities(SHUFFLES["asf"], 52)[51, 51] == 0


def test_a_drawn_tree_gives_every_leaf_a_row_of_its_own() -> None:
    drawn = draw_tree("naive")
    leaves = [spot.y for spot in drawn.spots if not spot.branches]
    assert leaves == [12 + 24 * row for row in range(27)]
    assert (drawn.leaves, drawn.decks, drawn.height) == (27, 6, 648)
    for spot in drawn.spots:
        for branch in spot.branches:
            assert branch.x > spot.x
            assert set(branch.goals) <= set(spot.goals)


def test_shares_show_the_direction_of_their_deviation() -> None:
    strays = {row.text: [share.strays for share in row.shares] for row in deck_rows(("naive", "fair"), 3)}
    assert strays == {text: ["more" if text in ("132", "213", "231") else "less", ""] for text in strays}
    assert [row.shares[0].ways for row in top_card_rows(("naive",), 3)] == [9, 10, 8]
