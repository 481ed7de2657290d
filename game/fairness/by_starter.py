"""Scores a hand of four with every card as the starter."""

import numpy as np

from game.bots.scores import KEY_OF_CARD, RANK_KEYS, Cards, Points, points_by_key
from game.engine.cards import JACK

FLUSH = 4
KEYS = np.array(RANK_KEYS, np.int32)
SUITS = np.arange(4, dtype=np.uint8)
_SUIT = np.array([1 << card % 4 for card in range(52)], np.uint8)
_JACK = np.array([1 << card % 4 if card // 4 == JACK else 0 for card in range(52)], np.uint8)


def score_by_starter(fours: Cards) -> Points:
    """Return the points of hands of four (on the last axis) with each of the 52 cards as the starter.

    The points with a card that is in the hand mean nothing.
    """
    keys = KEY_OF_CARD[fours].sum(axis=-1, dtype=np.int32)
    # Five cards of one rank do not exist, so a key beyond the table is that of a card in the hand.
    of_ranks = points_by_key().take(keys[..., None] + KEYS, mode="clip")
    flush = np.bitwise_and.reduce(_SUIT[fours], axis=-1)[..., None]
    jacks = np.bitwise_or.reduce(_JACK[fours], axis=-1)[..., None]
    of_suits = (jacks >> SUITS & 1) + (flush >> SUITS & 1) + FLUSH * (flush != 0)
    points = of_ranks[..., :, None] + of_suits[..., None, :].astype(np.int8)
    return np.asarray(points.reshape(*points.shape[:-2], 52), np.int8)
