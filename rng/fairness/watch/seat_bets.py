"""Bets on people: that one of two kinds of player gets the better six more often than the other.

Swapping the two sixes does not change a fair shuffle. So either seat's six is equally likely to be the better
one: a fair coin, with ties left out. Play has no influence: a six is rated by the best four cards in it,
before the starter.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import scorer
from rng.fairness.statistics import Decks
from rng.fairness.watch.circumstances import ACCOUNT, BOT, GUEST, UNKNOWN, Circumstances

PONE_SIX = slice(0, 12, 2)
DEALER_SIX = slice(1, 12, 2)

# The part of a bet's value that it lays: small for a slight bias, large to detect a gross one soon.
SIZES = (0.01, 0.1, 0.3, 0.6)
SIGNED_SIZES = tuple(sign * size for size in SIZES for sign in (1, -1))

BOT_V_PERSON = "bot v person"
BOT_V_PERSON_RATED = "bot v person, rated"
BOT_V_PERSON_CASUAL = "bot v person, casual"
ACCOUNT_V_GUEST = "account v guest"
SECOND_V_FIRST = "second seat v first"
DEALER_V_PONE = "dealer v pone"
QUESTIONS = (
    BOT_V_PERSON,
    BOT_V_PERSON_RATED,
    BOT_V_PERSON_CASUAL,
    ACCOUNT_V_GUEST,
    SECOND_V_FIRST,
    DEALER_V_PONE,
)
QUESTIONS_BY_SEAT = {question: column for column, question in enumerate(QUESTIONS)}
NAMES = tuple(f"{question}, {size:+g}" for question in QUESTIONS for size in SIGNED_SIZES)

# By sign: the logarithms of 1 - size, 1 and 1 + size, one row per size.
LOG_PAYOFFS = np.log1p(np.outer(SIGNED_SIZES, (-1, 0, 1)))

Signs = NDArray[np.int8]  # 1 if the first-named had the better six, -1 the other, 0 neither or not applicable
Logs = NDArray[np.float64]


def dealer_signs(decks: Decks) -> Signs:
    """Return whether the dealer's six is better than pone's."""
    best = scorer().best_of_six(np.stack([decks[:, PONE_SIX], decks[:, DEALER_SIX]], axis=1))
    return np.asarray(np.sign(best[:, 1] - best[:, 0]), np.int8)


def dealer_sides(about: Circumstances) -> Signs:
    """Return for each deal and question whether the dealer is the first named (1) or the other (-1).

    It is 0 where the question is not asked.
    """
    dealt = about.dealer != UNKNOWN
    second = np.where(about.dealer == 1, 1, -1) * dealt
    bot = second * second_is(about, BOT, (ACCOUNT, GUEST))
    columns = {
        BOT_V_PERSON: bot,
        BOT_V_PERSON_RATED: bot * (about.rated == 1),
        BOT_V_PERSON_CASUAL: bot * (about.rated == 0),
        ACCOUNT_V_GUEST: second * second_is(about, ACCOUNT, (GUEST,)),
        SECOND_V_FIRST: second,
        DEALER_V_PONE: dealt,
    }
    return np.stack([columns[question] for question in QUESTIONS], axis=1).astype(np.int8)


def question_signs(dealers: Signs, sides: Signs) -> Signs:
    """Return the answer of each deck to each question, by whether the dealer's six is better."""
    return dealers[:, None] * sides


def log_gains(signs: Signs) -> Logs:
    """Return the log payout of each bet for each deck."""
    decks, questions = signs.shape
    return np.asarray(LOG_PAYOFFS.T[signs + 1].reshape(decks, questions * len(SIGNED_SIZES)), np.float64)


def count_signs(
    questions: Sequence[str], signs: NDArray[Any], counted: Mapping[str, Sequence[int]]
) -> dict[str, list[int]]:
    """Return the answers to each question for the other side and the first-named, with these added."""
    return {
        question: [
            int((answers == sign).sum()) + before
            for sign, before in zip((-1, 1), counted.get(question, (0, 0)), strict=True)
        ]
        for question, answers in zip(questions, np.sign(signs).T, strict=True)
    }


def coin_evidence(worse: int, better: int, sizes: Sequence[float] = SIGNED_SIZES) -> float:
    """Return the value of one unit spread equally over all sizes, after so many answers of either kind."""
    logs = better * np.log1p(sizes) + worse * np.log1p(np.negative(sizes))
    mean = np.logaddexp.reduce(logs) - np.log(len(logs))
    return float(np.exp(np.clip(mean, -690, 690)))


def second_is(about: Circumstances, this: int, others: tuple[int, ...]) -> Signs:
    """Return 1 if the second seat is of this kind and the first of another, -1 for the reverse, else 0."""
    first, second = about.kinds.T
    right = (second == this) & _is_any(first, others)
    left = (first == this) & _is_any(second, others)
    return np.asarray(right.astype(np.int8) - left.astype(np.int8), np.int8)


def _is_any(kinds: NDArray[np.int8], others: tuple[int, ...]) -> NDArray[np.bool_]:
    """Do as `numpy.isin` does, without its overhead in small batches."""
    return np.asarray(np.logical_or.reduce([kinds == other for other in others]), np.bool_)
