"""All hands of six cards, one for each class that differs only in the names of the suits."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement, islice, product
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.scores import Cards

ALL_SIXES = comb(52, 6)
SUITS, RANKS = 4, 13
CHUNK = 1 << 12

# The numbers of cards by suit, largest first: (6,), (5, 1), ... (2, 2, 1, 1).
SHAPES = [
    shape
    for suits in range(1, SUITS + 1)
    for shape in combinations_with_replacement(range(6, 0, -1), suits)
    if sum(shape) == 6
]

Ranks = tuple[int, ...]


class SomeSixes(NamedTuple):
    """Sixes, and the number of hands that differ from each in suits only."""

    cards: Cards
    ways: NDArray[np.int64]


def different_sixes() -> Iterator[SomeSixes]:
    """Yield all sixes up to the names of suits, in chunks. The ways add up to `ALL_SIXES`."""
    every = chain.from_iterable(map(_of_shape, SHAPES))
    while some := [*islice(every, CHUNK)]:
        cards = [[rank * SUITS + suit for suit, ranks in enumerate(six) for rank in ranks] for six in some]
        yield SomeSixes(np.array(cards, np.uint8), np.array([_ways(six) for six in some]))


def _of_shape(shape: Ranks) -> Iterator[tuple[Ranks, ...]]:
    """Yield the ranks by suit of every six of this shape."""
    alike = Counter(shape)
    groups = [
        combinations_with_replacement([*combinations(range(RANKS), size)], suits)
        for size, suits in alike.items()
    ]
    for chosen in product(*groups):
        yield tuple(chain.from_iterable(chosen))


def _ways(six: tuple[Ranks, ...]) -> int:
    """Return the number of ways to assign these ranks to the four suits."""
    absent = SUITS - len(six)
    return factorial(SUITS) // (factorial(absent) * prod(factorial(n) for n in Counter(six).values()))
