"""Statistics of decks, computed for many at once.

A deck is a permutation d from place to card. Its inverse q goes from card to place. Decks are arrays with one
deck per row and one card per column. Column-major arrays (`numpy.asfortranarray`) are fastest.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rng.deal import BEGINNING_LENGTH

Decks = NDArray[np.uint8]
Figures = NDArray[np.int64]  # one per deck
Counts = NDArray[np.int64]

CARDS = 52
STARTER = 12
PONE_PLACES = (0, 2, 4, 6)
DEALER_PLACES = (1, 3, 5, 7)

FIVE = 5
PATTERNS = 120


def inverses(decks: Decks) -> Decks:
    """Return the inverse q of every d: the place of each card."""
    places = np.empty(decks.shape, np.uint8, order="F")
    every = np.arange(len(decks))
    for place in range(CARDS):
        places[every, decks[:, place]] = place
    return places


def inversions(decks: Decks) -> Figures:
    """Return the number of inversions of each deck."""
    found = np.zeros(len(decks), np.int64)
    seen = np.zeros(len(decks), np.uint64)
    for place in range(CARDS):
        card = decks[:, place].astype(np.uint64)
        found += np.bitwise_count(seen >> card)
        seen |= np.uint64(1) << card
    return found


def cycles(decks: Decks) -> Figures:
    """Return the number of cycles of each deck."""
    d, q = decks.copy(order="F"), inverses(decks)
    found = np.zeros(len(decks), np.int64)
    every = np.arange(len(decks))
    for last in range(CARDS - 1, -1, -1):
        card, place = d[:, last], q[:, last]
        found += card == last
        # Remove the last card from its cycle: its predecessor now points to its successor.
        d[every, place] = card
        q[every, card] = place
    return found


def fixed_points(decks: Decks) -> Figures:
    """Return how many cards lie in their original place."""
    found: Figures = (decks == np.arange(CARDS, dtype=np.uint8)).sum(axis=1)
    return found


def descents(permutations: Decks) -> Figures:
    """Return how often a number is followed by a lower one.

    For d, that is one less than the ascending runs. For q, it is one less than the rising sequences of d:
    cards in their original order with others between them.
    """
    found: Figures = (permutations[:, 1:] < permutations[:, :-1]).sum(axis=1)
    return found


def neighbour_distances(places: Decks) -> NDArray[np.int8]:
    """Return the distance of each pair of original neighbours: 51 columns, computed from q."""
    apart: NDArray[np.int8] = np.abs(np.diff(places.view(np.int8), axis=1))
    return apart


def card_by_place(decks: Decks) -> Counts:
    """Return how often each card (row) lay in each place (column)."""
    cells = np.arange(CARDS, dtype=np.int16) + decks * np.int16(CARDS)
    return _count_cells(cells, CARDS * CARDS).reshape(CARDS, CARDS)


def adjacent_pairs(decks: Decks) -> Counts:
    """Return how often each card (row) was followed by each other card (column)."""
    cells = decks[:, :-1] * np.int16(CARDS) + decks[:, 1:]
    return _count_cells(cells, CARDS * CARDS).reshape(CARDS, CARDS)


def order_patterns(decks: Decks) -> Counts:
    """Return the counts of the 120 orders of five consecutive cards: ten groups per deck, without overlap."""
    fives = [decks[:, at : CARDS - 2 : FIVE] for at in range(FIVE)]
    pattern = np.zeros(fives[0].shape, np.uint8, order="F")
    for at in range(1, FIVE):
        pattern *= np.uint8(at + 1)
        for before in range(at):
            pattern += fives[before] > fives[at]
    return _count_cells(pattern, PATTERNS)


def likeness(decks: Decks) -> int:
    """Return the similarity of successive decks: over all places, the sum of the products of their cards."""
    before, after = decks[:-1], decks[1:]
    return int(sum(before[:, at].astype(np.int64) @ after[:, at].astype(np.int64) for at in range(CARDS)))


def beginnings(decks: Decks) -> NDArray[np.uint64]:
    """Return the first eleven cards of each deck, in order, as one number."""
    number = np.zeros(len(decks), np.uint64)
    for place in range(BEGINNING_LENGTH):
        number = number * np.uint64(CARDS) + decks[:, place]
    return number


class Hands(NamedTuple):
    """Five cards for each of the two seats, at fixed places of the deck, so that no player has a choice."""

    pone: Decks
    dealer: Decks
    starters: Decks


def hands(decks: Decks) -> Hands:
    """Return the first four cards dealt to each seat, with the starter."""
    return Hands(decks[:, PONE_PLACES], decks[:, DEALER_PLACES], decks[:, STARTER])


def histogram(figures: NDArray[np.integer], size: int) -> Counts:
    """Return how often 0, 1, 2, ... occurs."""
    return np.bincount(figures, minlength=size)


def _count_cells(cells: NDArray[np.integer], size: int) -> Counts:
    return np.bincount(cells.ravel(order="K"), minlength=size)
