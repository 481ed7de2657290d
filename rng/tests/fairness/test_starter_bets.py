"""Bets on the starter: exactly 1 on average over all 40 starters, and soon decided where one is chosen."""

from itertools import combinations

import numpy as np
import pytest

from cribbage_site.tests.repetitions import repetitions
from game.bots.scores import KEY_OF_CARD, score_hands
from game.fairness.best_of_six import best_fours, best_of_six, points_by_key
from game.fairness.by_starter import score_by_starter
from rng.fairness.watch import seat_bets, starter_bets
from rng.fairness.watch.circumstances import ACCOUNT, BOT, UNKNOWN, Circumstances, unknown
from rng.fairness.watch.evidence import Evidence, add_decks
from rng.fairness.watch.starter_bets import NAMES, deviations, log_gains, question_deviations
from rng.lab.dealers import dealt_batches
from rng.lab.trials import Trials, run_dealer_trials
from tests.worlds.deals import shuffled_decks

# Deals by which half of all runs have found it, as the docs say.
MEDIANS = {"starter": 23, "starter-20%": 291}


def tables(dealer: int, deals: int) -> Circumstances:
    about = unknown(deals)
    about.dealer[:], about.kinds[:], about.rated[:] = dealer, (ACCOUNT, BOT), 1
    about.scores[:], about.target[:] = (7, 9), 121
    return about


def with_every_starter(deck: np.ndarray) -> np.ndarray:
    """The same two sixes with each of the other 40 cards as the starter."""
    decks = np.tile(deck, (40, 1))
    rows = np.arange(40)
    decks[rows, 12], decks[rows, 12 + rows] = deck[12 + rows], deck[12]
    return decks


@pytest.mark.parametrize("dealer", [0, 1])
def test_over_all_40_starters_every_bet_pays_exactly_1_on_average(dealer: int):
    for deck in shuffled_decks("fair", 200):
        decks, about = with_every_starter(deck), tables(dealer, 40)
        answers = question_deviations(decks, about, seat_bets.dealer_sides(about))
        assert np.abs(answers).max() <= 1
        assert np.exp(log_gains(answers)).mean(axis=0) == pytest.approx(1, abs=1e-12)
        assert deviations(decks).sum() == pytest.approx(0, abs=1e-12)
    assert (np.abs(answers).max(axis=0) == 1).any()


def test_the_most_helpful_starter_pays_most():
    for deck in shuffled_decks("fair", 50):
        decks = with_every_starter(deck)
        fours = best_fours(np.stack([decks[:, 0:12:2], decks[:, 1:12:2]], axis=1))
        pone, dealer = score_hands(fours, decks[:, 12, None]).astype(int).T
        assert deviations(decks).argmax() == (dealer - pone).argmax()
        assert deviations(decks).argmin() == (dealer - pone).argmin()


def test_hands_score_with_every_starter_as_they_do_with_one():
    fours = np.array([*combinations(range(0, 52, 3), 4)], np.uint8)[::7]
    fours = np.concatenate([fours, [[0, 4, 8, 12], [40, 44, 48, 36], [16, 17, 18, 43]]]).astype(np.uint8)
    found = score_by_starter(fours)
    for starter in range(52):
        has_it = (fours == starter).any(axis=1)
        expected = score_hands(fours, np.full(len(fours), starter, np.uint8))
        assert (found[:, starter] == expected)[~has_it].all()


def test_the_best_four_hold_what_the_six_are_worth():
    sixes = shuffled_decks("fair", 1000)[:, :6]
    fours = best_fours(sixes)
    assert all(set(four) < set(six) for four, six in zip(fours.tolist(), sixes.tolist(), strict=True))
    is_flush = (fours % 4 == fours[:, :1] % 4).all(axis=1)
    points = points_by_key()[KEY_OF_CARD[fours].sum(axis=1)] + 4 * is_flush
    assert (points == best_of_six(sixes)).all()


def test_nobody_bets_on_deals_from_before_scores_were_recorded():
    decks, about = shuffled_decks("fair", 20), tables(1, 20)
    about.target[:] = UNKNOWN
    assert not question_deviations(decks, about, seat_bets.dealer_sides(about)).any()


def test_each_question_looks_at_its_own_side():
    decks, about = shuffled_decks("fair", 30), tables(0, 30)
    answers = question_deviations(decks, about, seat_bets.dealer_sides(about))
    found = dict(zip(starter_bets.QUESTIONS, answers.T, strict=True))
    dealer = deviations(decks)
    assert (found["starter: dealer v pone"] == dealer).all()
    assert (found["starter: bot v person"] == -dealer).all()
    assert not found["starter: bot v person, casual"].any()
    assert not found["starter: account v guest"].any()
    assert len(NAMES) == len(set(NAMES)) == 48


def test_a_chosen_starter_is_found_by_these_bets_long_before_any_other():
    found, without = Evidence(), Evidence()
    for decks, about in dealt_batches("starter", bytes(64), 100):
        found = add_decks(found, decks, about)
        about.target[:] = UNKNOWN
        without = add_decks(without, decks, about)
    assert found.alarmed_after is not None
    assert found.alarmed_after < 40
    assert without.alarmed_after is None


@pytest.mark.slow
@pytest.mark.parametrize("dealer", MEDIANS)
def test_a_chosen_starter_is_found_as_soon_as_the_docs_say(dealer: str):
    runs = Trials([*run_dealer_trials(dealer, 20_000, repetitions(300, one_in=10), seed=1)])
    median = runs.alarm_quantile(5)
    assert median is not None
    assert 0.7 * MEDIANS[dealer] <= median <= 1.4 * MEDIANS[dealer]
