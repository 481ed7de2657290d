"""What each side throws: the best throws of either against those of the other, found by taking turns.

Best is by hand and crib, as the published averages are: what one pegs depends too much on who plays.
Hands are known here by their ranks. All that is added up are whole numbers in doubles and stays below 2**53,
so that the order of adding makes no difference, and every machine breaks the same ties the same way.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.scores import RANK_KEYS, points_by_key
from game.bots.tables.multisets import (
    DEALER,
    FOURS,
    PAIRS,
    PONE,
    Ints,
    Ranks,
    multiset_index,
    rank_counts,
    ranks_of,
    suit_ways,
    suit_ways_beside,
)
from game.engine.cards import JACK

Doubles = NDArray[np.float64]

THROWN = tuple(combinations(range(6), 2))
KEPT = tuple(tuple(at for at in range(6) if at not in thrown) for thrown in THROWN)

# Points by ranks alone are in quarters: a jack is his nobs with every fourth starter that is no jack.
QUARTERS = 4
ALWAYS = 1 << 20
UNSEEN, UNSEEN_BY_BOTH_THROWS = 46, 44


class Habits(NamedTuple):
    """By role: in how many of all deals of six cards each four is kept, and each pair thrown."""

    keeps: Ints
    throws: Ints


class Sixes(NamedTuple):
    """Every six ranks with the fifteen ways to part them, and the quarters of a hand over all starters."""

    kept: Ints
    thrown: Ints
    hand: Ints
    left: Ints


@cache
def sixes() -> Sixes:
    """The table of all sixes, built once."""
    ranks = ranks_of(6)
    kept = np.stack([multiset_index(ranks[:, four]) for four in KEPT], axis=1)
    thrown = np.stack([multiset_index(ranks[:, pair]) for pair in THROWN], axis=1)
    left = np.maximum(4 - rank_counts(6).astype(np.int64), 0)
    hand = (quarters(ranks_of(4))[kept] * left[:, None, :]).sum(axis=2)
    return Sixes(kept, thrown, hand, left)


def quarters(fours: Ranks) -> Ints:
    """The points of four ranks (last axis) with each rank of starter, averaged over the suits."""
    keys = np.array(RANK_KEYS)
    held = (fours[..., :, None] == np.arange(13)).sum(axis=-2)
    starts = np.arange(13)
    with_starter = np.where(held < 4, keys[fours].sum(axis=-1)[..., None] + keys, 0)
    points = QUARTERS * points_by_key()[with_starter].astype(np.int64)
    return np.where(held < 4, points + held[..., [JACK]] * (starts != JACK), 0)


@cache
def crib_quarters() -> tuple[Ints, Ints]:
    """A crib's quarters by my pair, the other's and the starter; and the same summed over starters."""
    pairs = ranks_of(2)
    both = np.concatenate(np.broadcast_arrays(pairs[:, None, :], pairs[None, :, :]), axis=-1)
    points = quarters(both)
    return points, (points * rank_counts(2)[None, :, :]).sum(axis=2)


@cache
def pairs_beside() -> Doubles:
    """In how many suits the other side can throw each pair, given every six."""
    return suit_ways_beside(np.minimum(rank_counts(6), 4), 2)


def readiness(counted: Ints, size: int) -> Doubles:
    """How readily each number of ranks is kept or thrown where it is held: whole numbers up to ALWAYS."""
    share = counted / suit_ways(size)
    readily: Doubles = np.rint(ALWAYS * share / share.max())
    return readily


def crib_worth(throws: Ints) -> Doubles:
    """The mean points of the crib for each way to part every six, where the opponent throws like this."""
    points, taken = crib_quarters()
    weights = pairs_beside() * readiness(throws, 2)
    worth = np.empty(sixes().thrown.shape)
    for pair in range(PAIRS):
        six, way = np.nonzero(sixes().thrown == pair)
        over_starters = sixes().left[six].astype(np.float64) @ points[pair].T - taken[pair]
        worth[six, way] = np.einsum("so,so->s", weights[six], over_starters)
    worth /= QUARTERS * UNSEEN_BY_BOTH_THROWS * weights.sum(axis=1, keepdims=True)
    return worth


def throw_worth(role: int, habits: Habits) -> Doubles:
    """The mean points of hand and crib together for each way to part every six."""
    hand = sixes().hand / (QUARTERS * UNSEEN)
    crib = crib_worth(habits.throws[1 - role])
    worth: Doubles = hand + (crib if role == DEALER else -crib)
    return worth.round(9)


def converged_habits(rounds: int) -> Habits:
    """The habits of both sides after they have answered each other so many times.

    An answer moves a habit only half way: with whole steps the two would chase each other in a circle.
    """
    habits = Habits(np.stack([suit_ways(4)] * 2), np.stack([suit_ways(2)] * 2))
    for _ in range(rounds):
        for role in (PONE, DEALER):
            best = best_response(throw_worth(role, habits))
            for old, new in zip(habits, best, strict=True):
                old[role] = (old[role] + new) // 2
    return habits


def best_response(worth: Doubles) -> tuple[Ints, Ints]:
    """How often each four is kept and each pair thrown by a side that takes the first best way."""
    way = worth.argmax(axis=1)[:, None]
    kept, thrown = (np.take_along_axis(of, way, axis=1)[:, 0] for of in (sixes().kept, sixes().thrown))
    deals = suit_ways(6)
    return (
        np.bincount(kept, deals, FOURS).astype(np.int64),
        np.bincount(thrown, deals, PAIRS).astype(np.int64),
    )
