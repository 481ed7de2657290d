"""Packs the tables into the arrays that are shipped, each as small as it can be without real loss."""

import numpy as np

from game.bots.building.tally import Tally
from game.bots.building.throwing import (
    QUARTERS,
    Doubles,
    Habits,
    crib_quarters,
    pairs_beside,
    readiness,
    sixes,
    throw_worth,
)
from game.bots.building.winning import by_score, dealer_wins
from game.bots.tables.multisets import DEALER, PAIRS, PONE, Ints, rank_counts, suit_ways
from game.bots.tables.shipped import PARTS_OF_A_POINT, Arrays, Floats
from game.engine.scoring import MAX_HAND_POINTS

THROW_TOLERANCE = 0.5  # of a point


def build_arrays(habits: Habits, pegs: Doubles, tally: Tally) -> Arrays:
    """Build the arrays that `game.bots.tables` reads."""
    return {
        "win": by_score(dealer_wins(tally)).astype(np.float32),
        "keeps": habits.keeps.astype(np.uint32),
        "throws": habits.throws.astype(np.uint32),
        "pegs": np.rint(pegs * PARTS_OF_A_POINT).astype(np.uint16),
        "pegging": tally.pegging.astype(np.uint32),
        "hands": tally.hands.astype(np.uint32),
        "cribs": build_cribs(habits),
    }


def build_cribs(habits: Habits) -> Floats:
    """By role and the pair it throws, how often a crib counts so much."""
    by_role = [
        crib_distribution(throw_worth(role, habits), habits.throws[1 - role]) for role in (PONE, DEALER)
    ]
    return np.stack(by_role).astype(np.float32)


def crib_distribution(worth: Doubles, others_throws: Ints) -> Doubles:
    """By the pair thrown to it, how often a crib counts so much, where the opponent throws like this.

    A pair is looked at in the hands it is thrown from: where it costs little more than it must anywhere.
    """
    quarters, held = crib_quarters()[0], rank_counts(2).astype(np.int64)
    weights = pairs_beside() * readiness(others_throws, 2)
    weights *= suit_ways(6)[:, None] / weights.sum(axis=1, keepdims=True)
    cost = worth.max(axis=1, keepdims=True) - worth
    chances = np.zeros((PAIRS, MAX_HAND_POINTS + 1))
    for pair in range(PAIRS):
        is_thrown = sixes().thrown == pair
        least = np.where(is_thrown, cost, np.inf).min(axis=1)
        six = np.flatnonzero((least <= least[suit_ways(6) > 0].min() + THROW_TOLERANCE) & (suit_ways(6) > 0))
        starters = weights[six].T @ sixes().left[six] - weights[six].sum(axis=0)[:, None] * held
        whole, nobs = np.divmod(quarters[pair], QUARTERS)
        for points, share in ((whole, QUARTERS - nobs), (whole + 1, nobs)):
            chances[pair] += np.bincount(points.ravel(), (starters * share).ravel(), MAX_HAND_POINTS + 1)
    chances /= chances.sum(axis=1, keepdims=True)
    # What should be nothing is off by less than a rounding, either way, as a CPU adds up: never -0.0.
    return chances.round(6) + 0.0
