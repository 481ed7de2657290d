"""Samples razz hands in bulk: cards drawn without replacement, as numpy arrays."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from rng.razz.hands.cards import RANKS, set_bits
from rng.razz.hands.law import FIVE, NULL, ROWS, Start
from rng.razz.sampling.generators import GENERATORS, DrawPlaces, Places
from rng.razz.sampling.seeds import seed_bytes

LANES = 1 << 15  # games played in parallel: as many as fit into a core's cache

Ranks = NDArray[np.uint16]
"""Which ranks are there, a bit for each, the ace lowest."""

BITS: Ranks = np.left_shift(1, np.arange(len(RANKS))).astype(np.uint16)


def draw_cards(
    draw: DrawPlaces, cards: int, draws: int, n: int, gone: Sequence[Places] = ()
) -> Iterator[Places]:
    """Yield the cards drawn in sequence in n decks: each is swapped with the last, and the deck shrinks.

    No deck is stored: a card is in its original place unless an earlier draw has put another there. Cards
    that are `gone` from each deck are removed first, the one in the last place before the others.
    """
    swaps: list[tuple[Places, Places]] = []

    def lying(place: Places) -> Places:
        card = place.copy()
        for hole, filling in swaps:
            np.copyto(card, filling, where=hole == place)
        return card

    whole = cards - len(gone)
    places = chain(gone, draw(range(whole, whole - draws, -1), n))
    for taken, place in enumerate(places):
        last = cards - 1 - taken
        if taken >= len(gone):
            yield lying(place)
        if last > whole - draws:  # not needed after the last draw
            swaps.append((place, lying(np.full(n, last, np.uint8))))


def sample_rows(
    start: Start,
    games: int,
    seed: int,
    progress: Callable[[], object] = lambda: None,
    generator: str = "mt",
) -> dict[int, int]:
    """Return how often each row came out in so many games."""
    draw = GENERATORS[generator].begin(seed_bytes("sample", seed))
    deck = np.repeat(BITS, start.left)
    own = np.bitwise_or.reduce(BITS[list(start.own)])
    held = np.zeros(1 << len(RANKS), np.int64)
    for at in range(0, games, LANES):
        hands = np.full(min(LANES, games - at), own, np.uint16)
        for card in draw_cards(draw, len(deck), start.to_come, len(hands)):
            hands |= deck[card]
        held += np.bincount(hands, minlength=len(held))
        progress()
    rows: Counter[int] = Counter()
    for ranks in np.flatnonzero(held):
        rows[row_of_ranks(int(ranks))] += int(held[ranks])
    return {row: rows[row] for row in ROWS}


def row_of_ranks(ranks: int) -> int:
    """Return the row of a hand with these ranks."""
    there = set_bits(ranks)
    return there[FIVE - 1] + 1 if len(there) >= FIVE else NULL
