"""Bets on the starter: it helps one of two kinds of player more than the other.

Given both sixes, the starter of a fair shuffle is uniform over the 40 cards that were not dealt. The *lead*
of a starter is what the dealer's best four of six score with it, minus what pone's best four score. The
actual lead minus the mean lead over all 40 cards, divided by the largest such deviation, lies from -1 to 1
and has mean 0 exactly. So a bet that pays 1 + size * deviation is fair for any size under 1.
"""

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import scorer
from rng.fairness.statistics import CARDS, STARTER, Decks
from rng.fairness.watch.circumstances import UNKNOWN, Circumstances
from rng.fairness.watch.seat_bets import DEALER_SIX, PONE_SIX, Signs
from rng.fairness.watch.seat_bets import QUESTIONS as SEAT_QUESTIONS

# A small size finds a slight favour in many deals, a large size finds a gross one in few.
SIZES = (0.02, 0.1, 0.3, 0.8)
SIGNED_SIZES = tuple(sign * size for size in SIZES for sign in (1, -1))

QUESTIONS = tuple(f"starter: {question}" for question in SEAT_QUESTIONS)
NAMES = tuple(f"{question}, {size:+g}" for question in QUESTIONS for size in SIGNED_SIZES)

UNDEALT = CARDS - STARTER

# From -1 to 1: above 0 where the starter helped the player that is named first.
Deviations = NDArray[np.float64]
Logs = NDArray[np.float64]


def deviations(decks: Decks) -> Deviations:
    """Return how far each starter helped the dealer more than the mean card would have."""
    leads = _leads(decks)
    rows = np.arange(len(decks))[:, None]
    is_candidate = np.ones(leads.shape, bool)
    is_candidate[rows, decks[:, :STARTER]] = False
    total = (leads * is_candidate).sum(axis=1)
    # Whole numbers, 40 times the deviation: they sum to exactly 0 over the candidates.
    scaled = (UNDEALT * leads - total[:, None]) * is_candidate
    largest = np.maximum(np.abs(scaled).max(axis=1), 1)  # 0 where all 40 cards are alike
    return np.asarray(scaled[rows[:, 0], decks[:, STARTER]] / largest, np.float64)


def question_deviations(decks: Decks, about: Circumstances, sides: Signs) -> Deviations:
    """Return the deviation of each deck for each question, a column each; 0 where it is not asked.

    Deals from before scores were recorded are never asked, so that a recount bets as the watch did.
    """
    asked = (about.target != UNKNOWN) & (about.dealer != UNKNOWN)
    dealers = np.zeros(len(decks))
    if asked.any():
        dealers[asked] = deviations(decks[asked])
    return dealers[:, None] * sides


def log_gains(answers: Deviations) -> Logs:
    """Return the logarithm of what each bet pays for each deck."""
    payoffs = answers[:, :, None] * np.array(SIGNED_SIZES)
    return np.asarray(np.log1p(payoffs).reshape(len(answers), len(NAMES)), np.float64)


def _leads(decks: Decks) -> NDArray[np.int16]:
    """Return the dealer's score minus pone's with each of the 52 cards as the starter."""
    game = scorer()
    sixes = np.stack([decks[:, PONE_SIX], decks[:, DEALER_SIX]], axis=1)
    pone, dealer = np.moveaxis(game.score_by_starter(game.best_fours(sixes)).astype(np.int16), 1, 0)
    return np.asarray(dealer - pone, np.int16)
