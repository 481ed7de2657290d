"""The value of six cards by role: the expected points of the best discard, hand and crib.

All values are integers, so that the mean over all sixes is exact: a point is `PARTS` units.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import numpy as np

from game.bots.crib_values import OWN_CRIB, THEIR_CRIB
from game.bots.scores import Cards, score_hands
from game.bots.tables.multisets import DEALER, PONE, Ints
from game.engine.cards import Card
from study.strength.luck.sixes import ALL_SIXES, different_sixes

RANKS = 13
UNSEEN = 46  # starters that may be turned, seen from one hand
HUNDREDTHS = 100  # of a point, the unit of published crib values
PARTS = UNSEEN * HUNDREDTHS

THROWN = np.array([*combinations(range(6), 2)])
KEPT = np.array([[at for at in range(6) if at not in thrown] for thrown in THROWN.tolist()])

# The sum of `best_points` over all 20,358,520 sixes, by role. `manage.py measure_luck --sixes` computes it
# again.
SUM_OVER_ALL_SIXES = (319_790_405_908, 1_195_593_933_932)


def _crib_parts() -> Ints:
    """Return the value of the crib to the discarding player, by role and the ranks of both discards."""
    parts = np.zeros((2, RANKS, RANKS), np.int64)
    for role, values, sign in ((PONE, THEIR_CRIB, -1), (DEALER, OWN_CRIB, 1)):
        for low, row in enumerate(values):
            for high, points in enumerate(row, low):
                worth = sign * UNSEEN * round(HUNDREDTHS * points)
                parts[role, low, high] = parts[role, high, low] = worth
    return parts


CRIB_PARTS = _crib_parts()


def best_points(sixes: Cards) -> Ints:
    """Return, by role and six, the expected points of its best discard: hand over all starters, and crib."""
    is_held = (sixes[:, :, None] == np.arange(52)).any(axis=1)
    starters = is_held.argsort(axis=1, kind="stable")[:, :UNSEEN].astype(np.uint8)
    hands = score_hands(sixes[:, KEPT][:, :, None, :], starters[:, None, :])
    low, high = (sixes >> 2)[:, THROWN].transpose(2, 0, 1)
    in_hand = HUNDREDTHS * hands.sum(axis=2, dtype=np.int64)
    best: Ints = (in_hand + CRIB_PARTS[:, low, high]).max(axis=2)
    return best


def points_of_six(role: int, six: tuple[Card, ...]) -> Fraction:
    """Return the expected points of the best discard of one six."""
    return Fraction(int(best_points(np.array([six], np.uint8))[role, 0]), PARTS)


def mean_points(role: int) -> Fraction:
    """Return the exact mean of `points_of_six` over all sixes."""
    return Fraction(SUM_OVER_ALL_SIXES[role], PARTS * ALL_SIXES)


def sum_over_all_sixes(report: Callable[[int], None] = lambda done: None) -> tuple[int, int]:
    """Return the sum of `best_points` over all sixes by role. `report` gets the number of finished sixes."""
    total, done = np.zeros(2, np.int64), 0
    for some in different_sixes():
        total += best_points(some.cards) @ some.ways
        done += int(some.ways.sum())
        report(done)
    assert done == ALL_SIXES
    pone, dealer = total.tolist()
    return pone, dealer
