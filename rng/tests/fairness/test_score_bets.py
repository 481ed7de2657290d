"""Bets on who gets the better six by the score: fair coins, asked only where the scores are known."""

import numpy as np
import pytest

from cribbage_site.tests.repetitions import repetitions
from rng.fairness.watch import score_bets, seat_bets
from rng.fairness.watch.circumstances import ACCOUNT, BOT, UNKNOWN, Circumstances, unknown
from rng.fairness.watch.score_bets import QUESTIONS, is_close_end, question_signs
from rng.fairness.watch.seat_bets import DEALER_SIX, PONE_SIX, dealer_sides, dealer_signs
from rng.lab.trials import Trials, run_dealer_trials
from tests.worlds.deals import shuffled_decks

# Deals by which half of all runs have found it, as the docs say.
MEDIANS = {"rubber-band": 35, "rubber-band-33%": 280, "close-end": 294}


def tables(scores: tuple[int, int], target: int = 121, dealer: int = 1, deals: int = 1) -> Circumstances:
    about = unknown(deals)
    about.dealer[:], about.kinds[:], about.rated[:] = dealer, (ACCOUNT, BOT), 0
    about.scores[:], about.target[:] = scores, target
    return about


def asked(about: Circumstances) -> dict[str, int]:
    """The answers of a deal in which the dealer has the better six."""
    (found,) = question_signs(np.ones(1, np.int8), about, dealer_sides(about)).tolist()
    return {question: sign for question, sign in zip(QUESTIONS, found, strict=True) if sign}


def test_each_question_is_asked_where_its_scores_stand():
    assert asked(tables((0, 0))) == {}
    assert asked(tables((30, 20))) == {"behind v ahead": 1}
    assert asked(tables((20, 30))) == {"behind v ahead": -1}
    close = {"bot v person, close end": 1, "second seat v first, close end": 1}
    assert asked(tables((110, 100))) == {"behind v ahead": 1, **close}
    assert asked(tables((100, 100))) == close
    assert asked(tables((110, 100), dealer=0)) == {
        question: -sign for question, sign in asked(tables((110, 100))).items()
    }
    assert asked(tables((50, 45), target=61)) == {"behind v ahead": 1, **close}
    assert asked(tables((50, 45))) == {"behind v ahead": 1}
    assert asked(tables((UNKNOWN, UNKNOWN), target=UNKNOWN)) == {}
    assert asked(tables((110, 100), dealer=UNKNOWN)) == {}


@pytest.mark.parametrize(
    ("scores", "is_close"),
    [((95, 108), True), ((95, 109), False), ((94, 100), False), ((120, 107), True), ((120, 106), False)],
)
def test_a_close_end_is_two_deals_long_and_one_deal_wide(scores: tuple[int, int], is_close: bool):
    assert is_close_end(tables(scores)).tolist() == [is_close]


@pytest.mark.parametrize("scores", [(0, 0), (30, 20), (110, 100), (97, 105)])
def test_of_a_deck_and_the_same_with_the_sixes_exchanged_every_bet_pays_1_on_average(scores):
    decks = shuffled_decks("fair", 300)
    other = decks.copy()
    other[:, PONE_SIX], other[:, DEALER_SIX] = decks[:, DEALER_SIX], decks[:, PONE_SIX]
    about = tables(scores, deals=300)
    sides = dealer_sides(about)
    pays = [
        np.exp(seat_bets.log_gains(question_signs(dealer_signs(each), about, sides)))
        for each in (decks, other)
    ]
    assert np.mean(pays, axis=0) == pytest.approx(1, abs=1e-12)
    assert np.shape(pays)[2] == len(score_bets.NAMES)


def test_a_rubber_band_is_found_soon():
    (alarm,) = run_dealer_trials("rubber-band", 500, 1, seed=2)
    assert alarm is not None
    assert alarm < 80


@pytest.mark.slow
@pytest.mark.parametrize("dealer", MEDIANS)
def test_a_favour_by_the_score_is_found_as_soon_as_the_docs_say(dealer: str):
    runs = Trials([*run_dealer_trials(dealer, 20_000, repetitions(300, one_in=10), seed=1)])
    median = runs.alarm_quantile(5)
    assert median is not None
    assert 0.7 * MEDIANS[dealer] <= median <= 1.4 * MEDIANS[dealer]
