"""Numbers for pairs, fours and sixes of ranks in any suits, by which tables are indexed."""

from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Ranks = NDArray[np.integer]

PONE, DEALER = 0, 1
PAIRS, FOURS, SIXES = (comb(12 + size, size) for size in (2, 4, 6))

# Of ascending ranks the n-th adds comb(rank + n, n + 1), which numbers them without gaps or doubles.
_ADDS = np.array([[comb(rank + nth, nth + 1) for rank in range(13)] for nth in range(6)])


def multiset_index(ascending: Ranks) -> Ints:
    """The numbers of several ranks each (on the last axis), which must be in ascending order."""
    numbers: Ints = _ADDS[0][ascending[..., 0]]
    for nth in range(1, ascending.shape[-1]):
        numbers = numbers + _ADDS[nth][ascending[..., nth]]
    return numbers


@cache
def ranks_of(size: int) -> NDArray[np.uint8]:
    """The ascending ranks of every number; some of the sixes are ones that no deck has."""
    ranks = np.array(list(combinations_with_replacement(range(13), size)), np.uint8)
    return ranks[np.argsort(multiset_index(ranks))]


@cache
def rank_counts(size: int) -> NDArray[np.int8]:
    """How many of each of the thirteen ranks every number holds."""
    counts: NDArray[np.int8] = (ranks_of(size)[:, :, None] == np.arange(13)).sum(axis=1, dtype=np.int8)
    return counts


# By how many are left of a rank and how many of it are taken.
_CHOICES = np.array([[comb(left, taken) for taken in range(7)] for left in range(5)])


@cache
def suit_ways(size: int) -> Ints:
    """In how many suits every number can be held: none for five of a rank."""
    ways: Ints = _CHOICES[4, rank_counts(size)].prod(axis=1)
    return ways


@cache
def _suit_ways_by_rank(size: int) -> NDArray[np.float64]:
    """By rank, how many of it are gone, and number: in how many suits its cards of that rank can be."""
    gone = np.arange(5)
    return np.array([_CHOICES[4 - gone][:, of_rank] for of_rank in rank_counts(size).T], dtype=np.float64)


def suit_ways_beside(held: NDArray[np.int8], size: int) -> NDArray[np.float64]:
    """In how many suits the other side can hold every number, for each row of ranks that are gone."""
    ways = np.ones((len(held), len(rank_counts(size))))
    for gone, ways_of_rank in zip(held.T, _suit_ways_by_rank(size), strict=True):
        ways *= ways_of_rank.take(gone, axis=0)
    return ways
