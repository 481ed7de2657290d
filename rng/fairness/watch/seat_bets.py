"""Bets that look at people: one of two kinds of player is dealt the better six more often than the other.

To exchange the two sixes changes nothing about a fair shuffle. So whichever of two seats one asks about, its
six is the better one as often as the other: a fair coin, once ties are left out. What a player makes of the
cards has no part in it: a six is worth the most points that four of it hold, before the starter.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import scorer
from rng.fairness.statistics import Decks
from rng.fairness.watch.circumstances import ACCOUNT, BOT, GUEST, UNKNOWN, Circumstances

PONE_SIX = slice(0, 12, 2)
DEALER_SIX = slice(1, 12, 2)

# What a bet lays on its side, of all it has: little to find a slight favour, much to find a gross one soon.
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
NAMES = tuple(f"{question}, {size:+g}" for question in QUESTIONS for size in SIGNED_SIZES)

# By the sign: the logarithms of 1 - size, 1 and 1 + size, a row for each size.
LOG_PAYOFFS = np.log1p(np.outer(SIGNED_SIZES, (-1, 0, 1)))

Signs = NDArray[np.int8]  # 1 where the first named had the better six, -1 the other, 0 neither or not asked
Logs = NDArray[np.float64]


def dealer_signs(decks: Decks) -> Signs:
    """Whether the dealer's six is better than pone's."""
    best = scorer().best_of_six(np.stack([decks[:, PONE_SIX], decks[:, DEALER_SIX]], axis=1))
    return np.asarray(np.sign(best[:, 1] - best[:, 0]), np.int8)


def question_signs(decks: Decks, about: Circumstances) -> Signs:
    """The answer of each deck to each question, a column each."""
    dealt, dealers = about.dealer != UNKNOWN, dealer_signs(decks)
    dealers = np.where(dealt, dealers, 0)
    second = np.where(about.dealer == 1, dealers, -dealers)
    bot = second * _second_is(about, BOT, (ACCOUNT, GUEST))
    columns = {
        BOT_V_PERSON: bot,
        BOT_V_PERSON_RATED: bot * (about.rated == 1),
        BOT_V_PERSON_CASUAL: bot * (about.rated == 0),
        ACCOUNT_V_GUEST: second * _second_is(about, ACCOUNT, (GUEST,)),
        SECOND_V_FIRST: second,
        DEALER_V_PONE: dealers,
    }
    return np.stack([columns[question] for question in QUESTIONS], axis=1).astype(np.int8)


def log_gains(signs: Signs) -> Logs:
    """The logarithms of what each bet pays for each deck."""
    return np.asarray(LOG_PAYOFFS.T[signs + 1].reshape(len(signs), len(NAMES)), np.float64)


def count_signs(signs: Signs, counted: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """How often each question was answered by the other side, and by the first named, with these too."""
    return {
        question: [
            int((answers == sign).sum()) + before
            for sign, before in zip((-1, 1), counted.get(question, (0, 0)), strict=True)
        ]
        for question, answers in zip(QUESTIONS, signs.T, strict=True)
    }


def coin_evidence(worse: int, better: int, sizes: Sequence[float] = SIGNED_SIZES) -> float:
    """What one unit is worth that was laid on all sizes alike, after so many answers of either kind."""
    logs = better * np.log1p(sizes) + worse * np.log1p(np.negative(sizes))
    mean = np.logaddexp.reduce(logs) - np.log(len(logs))
    return float(np.exp(np.clip(mean, -690, 690)))


def _second_is(about: Circumstances, this: int, others: tuple[int, ...]) -> Signs:
    """1 where the second seat is of this kind and the first of another, -1 the other way round, else 0."""
    first, second = about.kinds.T
    right = (second == this) & np.isin(first, others)
    left = (first == this) & np.isin(second, others)
    return np.asarray(right.astype(np.int8) - left.astype(np.int8), np.int8)
