"""Tests of one suit with exact distributions: the rate of false alarms, and detection of wrong shuffles."""

from itertools import pairwise

import numpy as np
import pytest

from rng.fairness import laws
from rng.fairness.battery import passes, run_battery
from rng.fairness.suits import (
    SUITS,
    build_suit_battery,
    held_of_six,
    neighbours_of_suit,
    tally_suit,
)
from rng.lab.shuffles import deck_batches, seed_bytes

BATTERY = build_suit_battery()


def decks(shuffle: str, n: int, seed: int = 1):
    return np.concatenate([*deck_batches(shuffle, "mt", seed_bytes(seed), n)])


def is_found(shuffle: str, n: int, suit: int, seed: int = 1) -> bool:
    return not passes(run_battery(tally_suit([decks(shuffle, n, seed)], suit), BATTERY))


def test_distributions_of_a_suit_sum_to_one() -> None:
    for law in (held_of_six(), neighbours_of_suit()):
        assert law.sum() == pytest.approx(1)
    assert laws.mean(held_of_six()) == pytest.approx(6 / 4)
    assert laws.mean(neighbours_of_suit()) == pytest.approx(51 * 13 * 12 / (52 * 51))


@pytest.mark.parametrize("suit", range(4), ids=SUITS)
def test_counts_of_a_suit_match_the_decks(suit: int) -> None:
    shuffled = decks("fair", 30)
    tally = tally_suit([shuffled[:10], shuffled[10:]], suit)
    lying = [
        [(at, card // 4) for at, card in enumerate(deck) if card % 4 == suit] for deck in shuffled.tolist()
    ]
    assert tally.decks == 30
    assert tally.places == sum(at for deck in lying for at, _ in deck)
    assert tally.card_by_place.sum() == 30 * 13
    assert tally.card_by_place[3, 7] == sum((7, 3) in deck for deck in lying)
    descents = [sum(a > b for (_, a), (_, b) in pairwise(deck)) for deck in lying]
    assert tally.descents.tolist() == np.bincount(descents, minlength=13).tolist()
    inversions = [sum(a > b for n, (_, a) in enumerate(deck) for _, b in deck[n:]) for deck in lying]
    assert tally.inversions.tolist() == np.bincount(inversions, minlength=79).tolist()
    side_by_side = [sum(b - a == 1 for (a, _), (b, _) in pairwise(deck)) for deck in lying]
    assert tally.neighbours.tolist() == np.bincount(side_by_side, minlength=13).tolist()
    held = [sum(at < 12 and at % 2 == 0 for at, _ in deck) for deck in lying]
    assert tally.pone.tolist() == np.bincount(held, minlength=7).tolist()
    assert tally.starters[1] == sum(at == 12 for deck in lying for at, _ in deck)


@pytest.mark.slow
def test_p_values_of_a_fair_shuffle_are_as_small_as_they_say() -> None:
    shuffled = decks("fair", 400 * 100, seed=5).reshape(400, 100, 52)
    found = [run_battery(tally_suit([lot], n % 4), BATTERY) for n, lot in enumerate(shuffled)]
    for n, test in enumerate(BATTERY):
        ps = np.array([each[n].p for each in found])
        assert (ps <= 0.1).mean() < 0.1 + 4.5 * (0.09 / 400) ** 0.5, test.name
    assert sum(not passes(each) for each in found) <= 13


@pytest.mark.parametrize("shuffle", ["naive", "asf", "sattolo", "overhand", "modulo8"])
@pytest.mark.parametrize("suit", range(4), ids=SUITS)
def test_a_wrong_shuffle_is_found_by_any_suit(shuffle: str, suit: int) -> None:
    assert is_found(shuffle, 3000, suit)


def test_a_biased_suit_is_detected_by_the_places_of_its_cards() -> None:
    shuffled = decks("fair", 3000, seed=2)
    # In one deck of five, if a heart is the starter, it is swapped with the last card.
    helped = np.flatnonzero(shuffled[:, 12] % 4 == 2)[::2]
    shuffled[helped[:, None], [12, 51]] = shuffled[helped[:, None], [51, 12]]
    found = {
        SUITS[suit]: {
            one.name for one in run_battery(tally_suit([shuffled], suit), BATTERY) if one.is_significant
        }
        for suit in range(4)
    }
    assert found["H"] >= {"suit-starter", "suit-card-by-place"}
    assert not (found["C"] | found["D"] | found["S"]) - {"suit-starter"}, "others come as the starter instead"


@pytest.mark.parametrize("n", [1, 2, 19])
def test_few_decks_give_valid_p_values_for_a_suit(n: int) -> None:
    assert not any(is_found("fair", n, suit, seed) for suit in range(4) for seed in range(4))
