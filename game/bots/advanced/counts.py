"""What hands and cribs count by their ranks, from a table, and which pairs the opponent may throw."""

from functools import cache

import numpy as np

from game.bots.brain import Cards
from game.bots.piles import RANKS, Array
from game.bots.scores import RANK_KEYS, points_by_key
from game.bots.tables import tables
from game.bots.tables.multisets import rank_counts, ranks_of, suit_ways_beside

MOST_COUNTED = 29


@cache
def crib_points() -> Array:
    """What two pairs and a starter count: by pair, other pair and the starter's rank."""
    held, keys = rank_counts(2), _keys(2)
    return _points(held[:, None] + held, keys[:, None] + keys)


@cache
def hand_points() -> Array:
    """What four ranks and a starter count: by four and the starter's rank."""
    return _points(rank_counts(4), _keys(4)).astype(np.int64)


def held_ranks(cards: Cards) -> Array:
    """How many of each rank these cards are."""
    return np.bincount([card >> 2 for card in cards], minlength=RANKS)


def their_throws(dealer: bool, gone: Array) -> Array:
    """How likely the opponent (the dealer or not) throws each pair, for each row of ranks that are gone."""
    weight = tables().throws_if_dealt[int(dealer)] * suit_ways_beside(np.minimum(gone, 4), 2)
    chances: Array = weight / weight.sum(axis=1, keepdims=True)
    return chances


def _keys(size: int) -> Array:
    keys: Array = np.array(RANK_KEYS)[ranks_of(size)].sum(axis=1)
    return keys


def _points(held: Array, keys: Array) -> Array:
    """The points with every starter; 0 where no such card is left."""
    return np.where(held < 4, points_by_key()[np.where(held < 4, keys[..., None] + RANK_KEYS, 0)], 0)
