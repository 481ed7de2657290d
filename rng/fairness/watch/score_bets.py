"""Bets on who gets the better six by the score: who is behind, or a bot near the end of a close game.

The scores stand before the deck is shuffled, so for each question the better six is a fair coin once ties are
left out, as in `seat_bets`.
"""

import numpy as np
from numpy.typing import NDArray

from rng.fairness.watch import seat_bets
from rng.fairness.watch.circumstances import UNKNOWN, Circumstances
from rng.fairness.watch.seat_bets import (
    BOT_V_PERSON,
    QUESTIONS_BY_SEAT,
    SECOND_V_FIRST,
    SIGNED_SIZES,
    Signs,
)

# A side makes about 13 points a deal. A deal is in the close end if both lack at most two such deals and
# their scores differ by at most one.
MEAN_POINTS = 13
MOST_TO_GO = 2 * MEAN_POINTS

BEHIND_V_AHEAD = "behind v ahead"
BOT_V_PERSON_CLOSE = "bot v person, close end"
SECOND_V_FIRST_CLOSE = "second seat v first, close end"
QUESTIONS = (BEHIND_V_AHEAD, BOT_V_PERSON_CLOSE, SECOND_V_FIRST_CLOSE)
NAMES = tuple(f"{question}, {size:+g}" for question in QUESTIONS for size in SIGNED_SIZES)

Found = NDArray[np.bool_]


def question_signs(dealers: Signs, about: Circumstances, sides: Signs) -> Signs:
    """Return the answer of each deck to each question, by whether the dealer's six is better."""
    by_seat = seat_bets.question_signs(dealers * (about.target != UNKNOWN), sides)
    second = by_seat[:, QUESTIONS_BY_SEAT[SECOND_V_FIRST]]
    first_score, second_score = about.scores.T
    close = is_close_end(about)
    columns = {
        BEHIND_V_AHEAD: second * np.sign(first_score - second_score),
        BOT_V_PERSON_CLOSE: by_seat[:, QUESTIONS_BY_SEAT[BOT_V_PERSON]] * close,
        SECOND_V_FIRST_CLOSE: second * close,
    }
    return np.stack([columns[question] for question in QUESTIONS], axis=1).astype(np.int8)


def is_close_end(about: Circumstances) -> Found:
    """Return whether a deal is one of the last of a close game, as far as its scores tell."""
    to_go = about.target[:, None] - about.scores
    apart = np.abs(about.scores[:, 0] - about.scores[:, 1])
    return np.asarray((to_go.max(axis=1) <= MOST_TO_GO) & (apart <= MEAN_POINTS), bool)
