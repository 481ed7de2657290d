"""Bets on repeats pay 1 on average by the exact chance, and raise an alarm at once for impossible events."""

import numpy as np
import pytest

from rng.fairness.watch import repeats
from rng.fairness.watch.circumstances import UNKNOWN, Circumstances, unknown
from rng.fairness.watch.evidence import Evidence, add_decks
from rng.fairness.watch.repeats import BEGINNINGS, SAME_SIXES, log_gains
from tests.worlds.deals import shuffled_decks

NEW = np.arange(52, dtype=np.uint8)
COLUMN = {name: at for at, name in enumerate(repeats.NAMES)}


def after(last: np.ndarray, deals: int, repeated: int = 0) -> Circumstances:
    about = unknown(deals)
    about.last[:], about.repeated[:] = last, repeated
    return about


@pytest.mark.parametrize(("what", "place"), [("starter", 12), ("top card", 0)])
def test_all_52_cards_in_the_place_pay_1_on_average(what: str, place: int):
    decks = np.tile(NEW, (52, 1))
    decks[:, place], decks[NEW, NEW] = NEW, place
    pays = np.exp(log_gains(decks, after(NEW, 52), 0))
    for laid in ("0.1", "0.5"):
        assert pays[:, COLUMN[f"same {what}, {laid}"]].mean() == pytest.approx(1)


def test_bets_on_nearly_impossible_events_pay_1_on_average():
    again = np.exp(log_gains(NEW[None], after(NEW, 1), 0))[0, COLUMN["same sixes"]]
    other = np.exp(log_gains(np.roll(NEW, 7)[None], after(NEW, 1), 0))[0, COLUMN["same sixes"]]
    assert SAME_SIXES * again + (1 - SAME_SIXES) * other == pytest.approx(1)
    for deals in (1, 1000, 10**6):
        chance = deals / BEGINNINGS
        pays = [
            np.exp(log_gains(NEW[None], after(NEW, 1, repeated), deals))[0, COLUMN["same beginning"]]
            for repeated in (0, 1)
        ]
        assert chance * pays[1] + (1 - chance) * pays[0] == pytest.approx(1)


def test_the_chance_of_the_same_sixes_is_counted_on_a_small_deck():
    """For two cards each from six: the same formula, by enumeration."""
    from itertools import permutations
    from math import comb

    same = sum(
        {tuple(sorted(p[:2])), tuple(sorted(p[2:4]))} == {(0, 1), (2, 3)} for p in permutations(range(6))
    )
    assert same / 720 == pytest.approx(2 / (comb(6, 2) * comb(4, 2)))


@pytest.mark.slow
@pytest.mark.parametrize("what", ["the same sixes", "exchanged", "the same beginning"])
@pytest.mark.parametrize("before", [0, 20_000])
def test_a_nearly_impossible_event_raises_an_alarm_at_once(what: str, before: int):
    known = Evidence()
    for seed in range(before // 5000):
        known = add_decks(known, shuffled_decks("fair", 5000, seed))
    deck = shuffled_decks("fair", 1, seed=9)
    last = np.full(52, 52, np.uint8)
    if what != "the same beginning":
        last = deck[0].copy()
        if what == "exchanged":
            last[0:12:2], last[1:12:2] = deck[0, 1:12:2], deck[0, 0:12:2]
    assert add_decks(known, deck).alarmed_after is None
    found = add_decks(known, deck, after(last, 1, int(what == "the same beginning")))
    assert found.alarmed_after == before + 1


def test_unknown_values_are_not_bet_on():
    decks = shuffled_decks("fair", 20)
    assert (log_gains(decks, unknown(20), 100) == 0).all()
    assert (unknown(20).repeated == UNKNOWN).all()
