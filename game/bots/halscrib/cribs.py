"""What a throw makes of the crib under every up-card: exact, if all pairs of unseen cards are alike."""

from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from game.bots.brain import Cards
from game.bots.scores import RANK_KEYS, points_by_key
from game.engine.cards import JACK

PAIRS = tuple(combinations_with_replacement(range(13), 2))
FALLS = comb(45, 2)  # ways for the crib's two other cards to fall once the starter is turned
FALLS_WITH_IT = 44  # of those, the ones with any one card among the two

Table = NDArray[np.int64]

_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}
_LOW, _HIGH = np.array(PAIRS).T


def crib_points(throws: tuple[Cards, ...], unseen: Cards) -> Table:
    """Points of the crib, added up over its other two cards: a row per throw, a column per starter."""
    starters = np.array(unseen)
    suits = starters & 3
    left = np.bincount(starters >> 2, minlength=13)
    rows = [_NUMBER[low >> 2, high >> 2] for low, high in map(sorted, throws)]
    by_rank = np.einsum("tso,so->ts", _points_by_rank()[rows], _ways_to_fall(left))
    points: Table = by_rank[:, starters >> 2] + _nobs(np.array(throws), starters)
    for row, thrown in enumerate(throws):
        points[row] += _flush(thrown, suits)
    return points


def _ways_to_fall(left: Table) -> Table:
    """In how many ways two cards are of these ranks, for each rank of the starter that is no longer left."""
    after = left - np.eye(13, dtype=np.int64)
    low, high = after[:, _LOW], after[:, _HIGH]
    ways: Table = np.where(_LOW == _HIGH, low * (low - 1) // 2, low * high)
    return ways


def _flush(thrown: Cards, suits: Table) -> Table:
    """Five for every fall of all five cards in one suit."""
    one, other = [card & 3 for card in thrown]
    others_left = int((suits == one).sum()) - 1
    worth = 5 * comb(others_left, 2) if one == other and others_left > 1 else 0
    flush: Table = np.where(suits == one, worth, 0)
    return flush


def _nobs(throws: Table, starters: Table) -> Table:
    """One for the jack of the starter's suit: in every fall if it was thrown, in some if it is unseen."""
    jack = JACK * 4 + (starters & 3)
    falls_in = np.isin(jack, starters) & (jack != starters)
    was_thrown = (throws[:, :, None] == jack).any(axis=1)
    nobs: Table = np.where(was_thrown, FALLS, np.where(falls_in, FALLS_WITH_IT, 0))
    return nobs


@cache
def _points_by_rank() -> Table:
    """Fifteens, pairs and runs of five ranks: two thrown, the starter's, the two others."""
    keys = np.array(RANK_KEYS)
    two = keys[_LOW] + keys[_HIGH]
    five = two[:, None, None] + keys[None, :, None] + two[None, None, :]
    # The key of five kings lies beyond the table; there are no ways for them to fall.
    points: Table = points_by_key().take(five, mode="clip").astype(np.int64)
    return points
