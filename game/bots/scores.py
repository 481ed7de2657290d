"""Scores many hands at once: ranks by one table, flush and his nobs by the bits of the suits."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from game.engine.cards import JACK
from game.engine.scoring import score_hand

Cards = NDArray[np.uint8]
Points = NDArray[np.int8]

# No two choices of five ranks have the same sum, so a sum names the five in any order.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
KEY_OF_CARD = np.repeat(np.array(RANK_KEYS, np.int32), 4)


@cache
def points_by_key() -> Points:
    """The points of five ranks for fifteens, pairs and runs, by the sum of their keys."""
    points = np.zeros(4 * RANK_KEYS[12] + RANK_KEYS[11] + 1, np.int8)
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            a, b, c, d, e = ranks
            score = score_hand((a * 4, b * 4, c * 4, d * 4), e * 4)
            key = RANK_KEYS[a] + RANK_KEYS[b] + RANK_KEYS[c] + RANK_KEYS[d] + RANK_KEYS[e]
            points[key] = score.fifteens + score.pairs + score.runs
    return points


# A bit for the card's suit below, and the same bit above if it is a jack.
_SUIT = np.array([1 << card % 4 for card in range(52)], np.uint8)
_MARKS = np.array([(1 << card % 4) * (17 if card // 4 == JACK else 1) for card in range(52)], np.uint8)


def score_hands(hands: Cards, starters: Cards, crib: bool = False) -> Points:
    """The points of hands of four (on the last axis) with their starters; a crib's flush needs all five."""
    a, b, c, d = (hands[..., place] for place in range(4))
    key = KEY_OF_CARD[a] + KEY_OF_CARD[b] + KEY_OF_CARD[c] + KEY_OF_CARD[d] + KEY_OF_CARD[starters]
    marks, turned = (_MARKS[a], _MARKS[b], _MARKS[c], _MARKS[d]), _SUIT[starters]
    of_one_suit = marks[0] & marks[1] & marks[2] & marks[3] & 15
    jacks = (marks[0] | marks[1] | marks[2] | marks[3]) >> 4
    five_alike = (of_one_suit & turned) != 0
    points: Points = points_by_key()[key] + ((jacks & turned) != 0)
    points += five_alike.view(np.int8) * np.int8(5 if crib else 1)
    if not crib:
        points += (of_one_suit != 0).view(np.int8) * np.int8(4)
    return points
