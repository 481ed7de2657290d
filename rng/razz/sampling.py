"""Samples razz hands by the million: cards drawn without replacement, as numpy arrays."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rng.bulk import NumpyTwister, numpy_twister
from rng.razz.cards import RANKS, set_bits
from rng.razz.law import FIVE, NULL, ROWS, Start
from rng.razz.seeds import seed_bytes

LANES = 1 << 15  # games played side by side: as many as a core's cache holds well
HALF = 1 << 16

Places = NDArray[np.uint8]
Ranks = NDArray[np.uint16]
"""Which ranks are there, a bit for each, the ace lowest."""

BITS: Ranks = np.left_shift(1, np.arange(len(RANKS))).astype(np.uint16)


def randbelow(source: NumpyTwister, limit: int, n: int) -> Places:
    """n numbers below a limit of at most 256, each as likely as any other: 16 bits scaled, never a remainder.

    Of 65,536 words some numbers would get one more than others; those few words are drawn again.
    """
    surplus = HALF % limit
    scaled = source.randint(0, HALF, n, dtype=np.uint16) * np.uint32(limit)
    while (again := np.flatnonzero(scaled.astype(np.uint16) < surplus)).size:
        scaled[again] = source.randint(0, HALF, again.size, dtype=np.uint16) * np.uint32(limit)
    return (scaled >> 16).astype(np.uint8)


def draw_places(
    source: NumpyTwister, cards: int, draws: int, n: int, gone: Sequence[Places] = ()
) -> Iterator[Places]:
    """The places drawn one after another in n decks: each is swapped with the last, and the deck shrinks.

    No deck is laid out: a card lies where it lay, but where an earlier draw has put another in its place.
    Cards that are `gone` from each deck are taken out first, the one that lies last before the others.
    """
    swaps: list[tuple[Places, Places]] = []

    def lying(place: Places) -> Places:
        card = place.copy()
        for hole, filling in swaps:
            np.copyto(card, filling, where=hole == place)
        return card

    for taken, last in enumerate(range(cards - 1, cards - 1 - len(gone) - draws, -1)):
        if taken < len(gone):
            place = gone[taken]
        else:
            place = randbelow(source, last + 1, n)
            yield lying(place)
        if last > cards - len(gone) - draws:  # after the last draw nobody asks any more
            swaps.append((place, lying(np.full(n, last, np.uint8))))


def sample_rows(
    start: Start, games: int, seed: int, progress: Callable[[], object] = lambda: None
) -> dict[int, int]:
    """How often each row came out in so many games."""
    source = numpy_twister(seed_bytes("sample", seed))
    deck = np.repeat(BITS, start.left)
    own = np.bitwise_or.reduce(BITS[list(start.own)])
    held = np.zeros(1 << len(RANKS), np.int64)
    for at in range(0, games, LANES):
        hands = np.full(min(LANES, games - at), own, np.uint16)
        for card in draw_places(source, len(deck), start.to_come, len(hands)):
            hands |= deck[card]
        held += np.bincount(hands, minlength=len(held))
        progress()
    rows: Counter[int] = Counter()
    for ranks in np.flatnonzero(held):
        rows[row_of_ranks(int(ranks))] += int(held[ranks])
    return {row: rows[row] for row in ROWS}


def row_of_ranks(ranks: int) -> int:
    """The row of a hand that has these ranks."""
    there = set_bits(ranks)
    return there[FIVE - 1] + 1 if len(there) >= FIVE else NULL
