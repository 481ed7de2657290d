"""The bets against the shuffle are fair: they have no expected gain while it is even."""

import numpy as np
import pytest

from rng.fairness.watch import bets
from rng.fairness.watch.bets import CARDS, NAMES, Tilt, exact_laws, log_gains, observed_statistics, tilts
from tests.worlds.deals import shuffled_decks

NEW = np.arange(52, dtype=np.uint8)


@pytest.mark.parametrize("tilt", tilts(), ids=NAMES[:-1])
def test_a_bet_pays_1_on_average_under_the_exact_distribution(tilt: Tilt):
    law = exact_laws()[tilt.statistic]
    assert law @ np.exp(tilt.log_payoffs) == pytest.approx(1, abs=1e-12)
    assert tilt.log_payoffs.min() < 0 < tilt.log_payoffs.max()


@pytest.mark.parametrize("before", [0, 1, 1000])
def test_all_52_starters_pay_1_on_average_after_any_history(before: int):
    cut_before = (
        np.bincount(shuffled_decks("naive", before)[:, 12], minlength=52) if before else np.zeros(52, int)
    )
    each = np.tile(NEW, (52, 1))
    each[:, 12], each[NEW, NEW] = NEW, 12  # every card is the starter once
    pays = [np.exp(log_gains(deck[None], cut_before))[0, -1] for deck in each]
    assert np.mean(pays) == pytest.approx(1, abs=1e-12)


def test_watched_statistics_match_the_deck():
    """A new deck, a reversed one, one with its top card at the bottom, and one with two cards swapped."""
    decks = np.array([NEW, NEW[::-1], np.roll(NEW, -1), [1, 0, *NEW[2:]]], np.uint8)
    found = {what: figures.tolist() for what, figures in observed_statistics(decks).items()}
    assert found["inversions"] == [0, 1326, 51, 1]
    assert found["descents"] == [0, 51, 1, 1]
    assert found["rising sequences"] == [0, 51, 1, 1]
    assert found["cycles"] == [52, 26, 1, 51]
    assert found["parity"] == [0, 0, 1, 1]
    assert found["fixed points"] == [52, 0, 0, 50]


def test_a_bet_learns_of_starters_within_and_between_batches():
    decks = shuffled_decks("fair", 30)
    nothing = np.zeros(CARDS, np.int64)
    first = np.bincount(decks[:10, 12], minlength=CARDS)
    in_two = np.concatenate([log_gains(decks[:10], nothing), log_gains(decks[10:], first)])
    assert np.array_equal(log_gains(decks, nothing), in_two)


def test_every_bet_has_a_name_of_its_own():
    assert len(set(NAMES)) == len(NAMES) == len(tilts()) + 1
    assert NAMES[-1] == bets.STARTERS
