"""Statistics of many decks at once equal those computed by hand for each."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from game.fairness.scorer import CRIBBAGE_SCORER
from rng.bulk import decks
from rng.fairness import statistics
from rng.fairness.statistics import CARDS, Decks
from rng.fairness.tally import add_tallies, tally_batch, tally_batches
from rng.tests.fairness.cycles import count_cycles

SHUFFLED = decks(bytes(range(64)), 40)
NEW = np.arange(CARDS, dtype=np.uint8)
TURNED = NEW[::-1]
# The last card is on top and all others are one place further: one cycle of 52.
ROTATED = np.roll(NEW, 1)


@pytest.mark.parametrize("order", ["C", "F"])
def test_statistics_match_their_definitions(order: str) -> None:
    shuffled = np.array(SHUFFLED, order=order)
    places = statistics.inverses(shuffled)
    lists = shuffled.tolist()
    lying = [[deck.index(card) for card in range(CARDS)] for deck in lists]
    assert places.tolist() == lying
    expected = {
        "inversions": [sum(a > b for a, b in combinations(deck, 2)) for deck in lists],
        "cycles": [count_cycles(deck) for deck in lists],
        "fixed_points": [sum(place == card for place, card in enumerate(deck)) for deck in lists],
        "descents": [sum(a > b for a, b in pairwise(deck)) for deck in lists],
    }
    assert {name: getattr(statistics, name)(shuffled).tolist() for name in expected} == expected
    assert statistics.descents(places).tolist() == [sum(a > b for a, b in pairwise(deck)) for deck in lying]
    assert statistics.neighbour_distances(places).tolist() == [
        [abs(a - b) for a, b in pairwise(deck)] for deck in lying
    ]


@pytest.mark.parametrize(
    ("deck", "inversions", "cycles", "fixed", "descents"),
    [(NEW, 0, 52, 52, 0), (TURNED, 1326, 26, 0, 51), (ROTATED, 51, 1, 0, 1)],
    ids=["new", "turned round", "one moved"],
)
def test_statistics_of_known_decks(
    deck: Decks, inversions: int, cycles: int, fixed: int, descents: int
) -> None:
    one = deck[None]
    assert statistics.inversions(one) == inversions
    assert statistics.cycles(one) == cycles
    assert statistics.fixed_points(one) == fixed
    assert statistics.descents(one) == descents


def test_tables_count_cards_in_places_and_cards_that_follow_each_other() -> None:
    lies, follows = np.zeros((2, CARDS, CARDS), int)
    for deck in SHUFFLED.tolist():
        for place, card in enumerate(deck):
            lies[card, place] += 1
        for card, next_card in pairwise(deck):
            follows[card, next_card] += 1
    assert (statistics.card_by_place(SHUFFLED) == lies).all()
    assert (statistics.adjacent_pairs(SHUFFLED) == follows).all()


def test_every_order_of_five_is_a_pattern_of_its_own() -> None:
    fives = {tuple(np.argsort(deck[at : at + 5])) for deck in SHUFFLED for at in range(0, 50, 5)}
    patterns = statistics.order_patterns(SHUFFLED)
    assert patterns.sum() == 10 * len(SHUFFLED)
    assert np.count_nonzero(patterns) == len(fives)
    assert statistics.order_patterns(NEW[None]).max() == 10


def test_decks_that_begin_alike_have_the_same_beginning_and_no_others() -> None:
    alike = SHUFFLED.copy()
    alike[:, 11:] = np.sort(alike[:, 11:], axis=1)
    assert (statistics.beginnings(alike) == statistics.beginnings(SHUFFLED)).all()
    alike[:, [9, 10]] = alike[:, [10, 9]]
    assert not set(statistics.beginnings(alike)) & set(statistics.beginnings(SHUFFLED))


def test_hands_are_the_first_four_cards_of_each_seat_and_the_starter() -> None:
    dealt = statistics.hands(NEW[None])
    assert dealt.pone.tolist() == [[0, 2, 4, 6]]
    assert dealt.dealer.tolist() == [[1, 3, 5, 7]]
    assert dealt.starters.tolist() == [12]


def test_batches_add_up_to_the_counts_of_all_decks() -> None:
    whole = tally_batch(SHUFFLED, CRIBBAGE_SCORER)
    parts = tally_batches((SHUFFLED[:7], SHUFFLED[7:8], SHUFFLED[8:]), CRIBBAGE_SCORER)
    for name in set(whole._fields) - {"beginnings", "successions", "likeness"}:
        assert np.array_equal(getattr(parts, name), getattr(whole, name)), name
    assert np.array_equal(np.concatenate(parts.beginnings), whole.beginnings[0])
    # The deck after a batch is not compared with its last deck.
    assert (parts.successions, whole.successions) == (37, 39)
    assert whole.likeness == sum(int(a.astype(int) @ b.astype(int)) for a, b in pairwise(SHUFFLED))
    assert add_tallies(whole, whole).likeness == 2 * whole.likeness


def test_displacement_is_zero_for_a_new_deck_and_wide_for_a_reversed_one() -> None:
    assert tally_batch(NEW[None], CRIBBAGE_SCORER).smile().tolist() == [0] * 52
    assert tally_batch(TURNED[None], CRIBBAGE_SCORER).smile().tolist() == [
        abs(51 - 2 * card) for card in range(52)
    ]
