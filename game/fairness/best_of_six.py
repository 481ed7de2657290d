"""The value of six cards as dealt: the highest score of any four of them, without a starter."""

from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import numpy as np

from game.bots.scores import KEY_OF_CARD, RANK_KEYS, Cards, Points

FIFTEEN = 15
FLUSH = 4
FOURS = np.array([*combinations(range(6), 4)])


def _points_of_ranks(ranks: tuple[int, ...]) -> int:
    """Return the points for fifteens, pairs and runs of four ranks in order."""
    chosen = [four for size in (2, 3, 4) for four in combinations(ranks, size)]
    fifteens = sum(sum(min(rank + 1, 10) for rank in part) == FIFTEEN for part in chosen)
    pairs = sum(len(part) == 2 and part[0] == part[1] for part in chosen)
    runs = [part for part in chosen if len(part) > 2 and _is_run(part)]
    longest = max(map(len, runs), default=0)
    return 2 * (fifteens + pairs) + sum(len(run) for run in runs if len(run) == longest)


def _is_run(ranks: tuple[int, ...]) -> bool:
    return all(after == before + 1 for before, after in pairwise(ranks))


@cache
def points_by_key() -> Points:
    """Return the points by key.

    The ace has the key 0, so sums of four keys are as distinct as those of five.
    """
    points = np.zeros(4 * RANK_KEYS[12] + 1, np.int8)
    for ranks in combinations_with_replacement(range(13), 4):
        points[sum(RANK_KEYS[rank] for rank in ranks)] = _points_of_ranks(ranks)
    return points


_SUIT = np.array([1 << card % 4 for card in range(52)], np.uint8)


def best_of_six(sixes: Cards) -> Points:
    """Return the highest score of any four of six cards (on the last axis)."""
    best: Points = _points_of_fours(sixes).max(axis=-1)
    return best


def best_fours(sixes: Cards) -> Cards:
    """Return the four of six cards (on the last axis) that hold the most points; of several, the first."""
    chosen = FOURS[_points_of_fours(sixes).argmax(axis=-1)]
    return np.asarray(np.take_along_axis(sixes, chosen, axis=-1), np.uint8)


def _points_of_fours(sixes: Cards) -> Points:
    keys, suits = KEY_OF_CARD[sixes], _SUIT[sixes]
    a, b, c, d = FOURS.T
    points = points_by_key()[keys[..., a] + keys[..., b] + keys[..., c] + keys[..., d]]
    flush = (suits[..., a] & suits[..., b] & suits[..., c] & suits[..., d]) != 0
    return np.asarray(points + flush.view(np.int8) * np.int8(FLUSH), np.int8)
