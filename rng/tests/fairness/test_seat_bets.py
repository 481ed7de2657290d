"""The bets on people: fair coins while deals are fair, and quick detection of a favoured seat."""

from itertools import combinations, pairwise, product

import numpy as np
import pytest

from cribbage_site.tests.repetitions import repetitions
from game.engine.scoring import score_hand
from game.fairness.best_of_six import best_of_six
from rng.fairness.watch import seat_bets
from rng.fairness.watch.circumstances import ACCOUNT, BOT, GUEST, UNKNOWN, Circumstances, unknown
from rng.fairness.watch.evidence import ALARM_THRESHOLD, Evidence, add_decks
from rng.fairness.watch.seat_bets import (
    DEALER_SIX,
    PONE_SIX,
    QUESTIONS,
    coin_evidence,
    dealer_sides,
    dealer_signs,
    question_signs,
)
from rng.lab.dealers import DEALERS, dealt_batches
from rng.lab.trials import Trials, run_dealer_trials
from tests.worlds.deals import shuffled_decks

# The decks by which nine runs in ten have detected it.
FOUND_BY = {"better-six": 60, "redeal": 600, "seeds-16": 1000}


def seats(dealer: int, kinds: tuple[int, int], rated: int, deals: int) -> Circumstances:
    about = unknown(deals)
    about.dealer[:], about.kinds[:], about.rated[:] = dealer, kinds, rated
    return about


def exchanged(decks: np.ndarray) -> np.ndarray:
    other = decks.copy()
    other[:, PONE_SIX], other[:, DEALER_SIX] = decks[:, DEALER_SIX], decks[:, PONE_SIX]
    return other


def test_a_six_is_rated_by_its_best_four_cards():
    """Uses the engine's count with a starter that adds nothing.

    Fifteens, pairs and runs with it are left out.
    """
    decks = shuffled_decks("fair", 200)[:, :6]

    def points(four: tuple[int, ...]) -> int:
        """Return the points of four cards without a starter, by brute force over all subsets."""
        values, ranks = [min(card // 4 + 1, 10) for card in four], sorted(card // 4 for card in four)
        parts = [part for size in (2, 3, 4) for part in combinations(values, size)]
        found = 2 * sum(sum(part) == 15 for part in parts)
        found += 2 * sum(one == other for one, other in combinations(ranks, 2))
        for size in (4, 3):
            runs = sum(all(b == a + 1 for a, b in pairwise(part)) for part in combinations(ranks, size))
            if runs:
                return found + size * runs + 4 * (len({card % 4 for card in four}) == 1)
        return found + 4 * (len({card % 4 for card in four}) == 1)

    expected = [max(points(four) for four in combinations(six, 4)) for six in decks.tolist()]
    assert best_of_six(decks).tolist() == expected
    # With a starter, a hand never scores less.
    assert all(score_hand(four, 51).total >= points(four) for four in combinations(range(0, 24, 3), 4))


@pytest.mark.parametrize("dealer", [0, 1, UNKNOWN])
@pytest.mark.parametrize("kinds", [*product((BOT, ACCOUNT, GUEST), repeat=2), (UNKNOWN, UNKNOWN)])
def test_every_bet_pays_1_on_average_over_a_deck_and_its_swap(dealer, kinds):
    decks = shuffled_decks("fair", 300)
    for rated in (0, 1, UNKNOWN):
        about = seats(dealer, kinds, rated, len(decks))
        pays = [
            np.exp(seat_bets.log_gains(question_signs(dealer_signs(each), dealer_sides(about))))
            for each in (decks, exchanged(decks))
        ]
        assert np.mean(pays, axis=0) == pytest.approx(1, abs=1e-12)


def test_each_question_applies_to_its_kinds_of_players():
    """The dealer has four fives and two jacks, pone almost nothing."""
    deck = np.array([[0, 16, 5, 17, 25, 18, 29, 19, 38, 40, 47, 41]], np.uint8)
    deck = np.array([[*deck[0], *sorted({*range(52)} - {*deck[0].tolist()})]], np.uint8)
    assert dealer_signs(deck) == [1]

    def asked(dealer: int, kinds: tuple[int, int], rated: int) -> dict[str, int]:
        (found,) = question_signs(dealer_signs(deck), dealer_sides(seats(dealer, kinds, rated, 1))).tolist()
        return {question: sign for question, sign in zip(QUESTIONS, found, strict=True) if sign}

    assert asked(1, (ACCOUNT, BOT), 1) == {
        "bot v person": 1,
        "bot v person, rated": 1,
        "second seat v first": 1,
        "dealer v pone": 1,
    }
    assert asked(1, (BOT, GUEST), 0) == {
        "bot v person": -1,
        "bot v person, casual": -1,
        "second seat v first": 1,
        "dealer v pone": 1,
    }
    assert asked(0, (ACCOUNT, GUEST), 0) == {
        "account v guest": 1,
        "second seat v first": -1,
        "dealer v pone": 1,
    }
    assert asked(UNKNOWN, (ACCOUNT, BOT), 1) == {}


def test_the_evidence_of_a_coin_is_1_on_average_over_all_its_throws():
    throws = [sum(throw) for throw in product((0, 1), repeat=12)]
    assert np.mean([coin_evidence(12 - heads, heads) for heads in throws]) == pytest.approx(1)
    assert coin_evidence(0, 18) > 30 > 1 > coin_evidence(100, 100)
    assert np.isfinite(coin_evidence(10**9, 0))


@pytest.mark.slow
@pytest.mark.parametrize("dealer", FOUND_BY)
def test_a_wrong_dealer_is_found_soon(dealer: str):
    runs = Trials([*run_dealer_trials(dealer, 2 * FOUND_BY[dealer], repetitions(300, one_in=20), seed=1)])
    found = runs.alarm_quantile(9)
    assert found is not None
    assert found <= FOUND_BY[dealer]


def test_bets_on_decks_cannot_detect_a_favoured_seat():
    """Only the bets on people detect it."""
    found = Evidence()
    for decks, _ in dealt_batches("better-six", bytes(64), 3000):
        found = add_decks(found, decks)
    assert found.highest < ALARM_THRESHOLD


@pytest.mark.slow
def test_a_fair_dealer_is_seldom_accused():
    """The full run has 2,000 records of 10,000 deals with complete context.

    At most a hundredth may have an alarm.
    """
    runs = Trials([*run_dealer_trials("fair", 10_000, repetitions(2000, one_in=400), seed=1)])
    assert runs.share <= 1 / ALARM_THRESHOLD


@pytest.mark.parametrize("dealer", DEALERS)
def test_every_dealer_deals_whole_decks(dealer: str):
    ((decks, about),) = dealt_batches(dealer, bytes(64), 50)
    assert (np.sort(decks, axis=1) == np.arange(52)).all()
    assert set(about.dealer.tolist()) - {-1} == {0, 1}  # -1: a cut for deal
