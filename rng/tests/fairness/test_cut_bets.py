"""Bets on the cut for deal: a fair coin, asked of recorded cuts alone."""

import numpy as np
import pytest

from cribbage_site.tests.repetitions import repetitions
from rng.fairness.watch import cut_bets, seat_bets
from rng.fairness.watch.circumstances import ACCOUNT, BOT, GUEST, UNKNOWN, Circumstances, unknown
from rng.fairness.watch.cut_bets import QUESTIONS, question_signs, second_deals
from rng.fairness.watch.evidence import Evidence, add_decks
from rng.lab.dealers import dealt_batches
from rng.lab.trials import Trials, run_dealer_trials
from tests.worlds.deals import shuffled_decks

# Deals by which half of all runs have found it, as the docs say.
MEDIANS = {"first-deal": 276, "first-deal-20%": 6_834}


def cuts(kinds: tuple[int, int] = (ACCOUNT, BOT), games: int = 1) -> Circumstances:
    about = unknown(games)
    about.kinds[:], about.target[:] = kinds, 121
    return about


def with_first_cards(*cards: int) -> np.ndarray:
    rest = [card for card in range(52) if card not in cards]
    return np.array([[*cards, *rest]], np.uint8)


@pytest.mark.parametrize(
    ("cards", "sign"),
    [((4, 0), 1), ((0, 4), -1), ((0, 1, 51, 2), 1), ((0, 1, 4, 5, 8, 20), -1)],
)
def test_the_lower_card_deals_and_after_a_tie_the_next_pair_decides(cards: tuple[int, ...], sign: int):
    assert second_deals(with_first_cards(*cards)).tolist() == [sign]


@pytest.mark.parametrize(
    ("kinds", "asked"),
    [
        ((ACCOUNT, BOT), {"bot v person": 1, "second seat v first": 1}),
        ((BOT, GUEST), {"bot v person": -1, "second seat v first": 1}),
        ((GUEST, ACCOUNT), {"account v guest": 1, "second seat v first": 1}),
        ((ACCOUNT, ACCOUNT), {"second seat v first": 1}),
    ],
)
def test_each_question_is_asked_where_the_two_kinds_cut(kinds: tuple[int, int], asked: dict[str, int]):
    (found,) = question_signs(with_first_cards(4, 0), cuts(kinds)).tolist()
    named = dict(zip(QUESTIONS, found, strict=True))
    assert {question: sign for question, sign in named.items() if sign} == {
        f"first deal: {question}": sign for question, sign in asked.items()
    }


def test_hands_and_cuts_from_before_this_was_recorded_are_not_asked():
    about = cuts()
    about.target[:] = UNKNOWN
    assert not question_signs(with_first_cards(4, 0), about).any()
    about = cuts()
    about.dealer[:] = 1
    assert not question_signs(with_first_cards(4, 0), about).any()


def test_of_a_deck_and_the_same_with_the_pairs_exchanged_every_bet_pays_1_on_average():
    decks = shuffled_decks("fair", 300)
    other = decks.reshape(300, 26, 2)[:, :, ::-1].reshape(300, 52)
    about = cuts(games=300)
    pays = [np.exp(seat_bets.log_gains(question_signs(each, about))) for each in (decks, other)]
    assert np.mean(pays, axis=0) == pytest.approx(1, abs=1e-12)
    assert np.shape(pays)[2] == len(cut_bets.NAMES)


def test_a_bot_that_always_deals_first_is_found_by_these_bets_alone():
    found, without = Evidence(), Evidence()
    for decks, about in dealt_batches("first-deal", bytes(64), 600):
        found = add_decks(found, decks, about)
        about.target[about.dealer == UNKNOWN] = UNKNOWN
        without = add_decks(without, decks, about)
    assert found.alarmed_after is not None
    assert without.alarmed_after is None
    assert found.seats["first deal: second seat v first"][0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("dealer", MEDIANS)
def test_a_favour_in_the_cut_is_found_as_soon_as_the_docs_say(dealer: str):
    runs = Trials([*run_dealer_trials(dealer, 20_000, repetitions(300, one_in=10), seed=1)])
    median = runs.alarm_quantile(5)
    assert median is not None
    assert 0.7 * MEDIANS[dealer] <= median <= 1.4 * MEDIANS[dealer]
