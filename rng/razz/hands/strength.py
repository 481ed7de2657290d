"""The strength of a hand as one number: pairs count against it, straights and flushes do not."""

from collections import Counter
from functools import lru_cache
from itertools import combinations

from rng.razz.hands.cards import RANKS
from rng.razz.hands.law import FIVE

SHAPES = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
"""No pair beats a pair, a pair two pairs, and so on: poker's order, the other way round, without suits."""


@lru_cache(maxsize=1 << 16)
def strength(ranks: tuple[int, ...]) -> int:
    """Return the strength of the best five of these ranks: the lower, the better."""
    return min(map(_five_card_strength, combinations(ranks, FIVE)))


def _five_card_strength(five: tuple[int, ...]) -> int:
    groups = sorted(((times, rank) for rank, times in Counter(five).items()), reverse=True)
    number = SHAPES.index(tuple(times for times, _ in groups))
    for place in range(FIVE):
        number = number * len(RANKS) + (groups[place][1] if place < len(groups) else 0)
    return number
