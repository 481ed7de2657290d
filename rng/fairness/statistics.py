"""What is counted of decks, many at once.

A deck is a permutation d from place to card; q, its inverse, goes from card to place. Decks come a row each
and a card a column; it is quickest where columns lie one after the other in memory (`numpy.asfortranarray`).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rng.deal import BEGINNING_LENGTH

Decks = NDArray[np.uint8]
Figures = NDArray[np.int64]  # one a deck
Counts = NDArray[np.int64]

CARDS = 52
STARTER = 12
PONE_PLACES = (0, 2, 4, 6)
DEALER_PLACES = (1, 3, 5, 7)

FIVE = 5
PATTERNS = 120


def inverses(decks: Decks) -> Decks:
    """q of every d: where each card lies."""
    places = np.empty(decks.shape, np.uint8, order="F")
    every = np.arange(len(decks))
    for place in range(CARDS):
        places[every, decks[:, place]] = place
    return places


def inversions(decks: Decks) -> Figures:
    """How many pairs of cards lie the wrong way round."""
    found = np.zeros(len(decks), np.int64)
    seen = np.zeros(len(decks), np.uint64)
    for place in range(CARDS):
        card = decks[:, place].astype(np.uint64)
        found += np.bitwise_count(seen >> card)
        seen |= np.uint64(1) << card
    return found


def cycles(decks: Decks) -> Figures:
    """In how many rings the cards have changed places."""
    d, q = decks.copy(order="F"), inverses(decks)
    found = np.zeros(len(decks), np.int64)
    every = np.arange(len(decks))
    for last in range(CARDS - 1, -1, -1):
        card, place = d[:, last], q[:, last]
        found += card == last
        # The last card is taken out of its ring: what pointed to it now points to what it points to.
        d[every, place] = card
        q[every, card] = place
    return found


def fixed_points(decks: Decks) -> Figures:
    """How many cards lie where they lay in the new deck."""
    found: Figures = (decks == np.arange(CARDS, dtype=np.uint8)).sum(axis=1)
    return found


def descents(permutations: Decks) -> Figures:
    """How often a number is followed by a lower one.

    Of d that is one less than its ascending runs (cards in a row, each higher than the last), of q one less
    than the rising sequences of d (cards that still lie in the order of the new deck, others between them).
    """
    found: Figures = (permutations[:, 1:] < permutations[:, :-1]).sum(axis=1)
    return found


def neighbour_distances(places: Decks) -> NDArray[np.int8]:
    """How far apart each two neighbours of the new deck lie now: 51 columns; of q."""
    apart: NDArray[np.int8] = np.abs(np.diff(places.view(np.int8), axis=1))
    return apart


def card_by_place(decks: Decks) -> Counts:
    """How often each card (row) lay in each place (column)."""
    cells = np.arange(CARDS, dtype=np.int16) + decks * np.int16(CARDS)
    return _count_cells(cells, CARDS * CARDS).reshape(CARDS, CARDS)


def adjacent_pairs(decks: Decks) -> Counts:
    """How often each card (row) was followed by each other one (column)."""
    cells = decks[:, :-1] * np.int16(CARDS) + decks[:, 1:]
    return _count_cells(cells, CARDS * CARDS).reshape(CARDS, CARDS)


def order_patterns(decks: Decks) -> Counts:
    """How often each of the 120 orders was that of five cards in a row: ten times a deck, without overlap."""
    fives = [decks[:, at : CARDS - 2 : FIVE] for at in range(FIVE)]
    pattern = np.zeros(fives[0].shape, np.uint8, order="F")
    for at in range(1, FIVE):
        pattern *= np.uint8(at + 1)
        for before in range(at):
            pattern += fives[before] > fives[at]
    return _count_cells(pattern, PATTERNS)


def likeness(decks: Decks) -> int:
    """How alike successive decks are: over all places, one deck's card times the next one's."""
    before, after = decks[:-1], decks[1:]
    return int(sum(before[:, at].astype(np.int64) @ after[:, at].astype(np.int64) for at in range(CARDS)))


def beginnings(decks: Decks) -> NDArray[np.uint64]:
    """The first eleven cards of each deck, in order, as one number."""
    number = np.zeros(len(decks), np.uint64)
    for place in range(BEGINNING_LENGTH):
        number = number * np.uint64(CARDS) + decks[:, place]
    return number


class Hands(NamedTuple):
    """Five cards for each of the two seats: places of the deck that are not chosen by anybody."""

    pone: Decks
    dealer: Decks
    starters: Decks


def hands(decks: Decks) -> Hands:
    """The first four cards each seat is dealt, and the starter."""
    return Hands(decks[:, PONE_PLACES], decks[:, DEALER_PLACES], decks[:, STARTER])


def histogram(figures: NDArray[np.integer], size: int) -> Counts:
    """How often 0, 1, 2, ... was found."""
    return np.bincount(figures, minlength=size)


def _count_cells(cells: NDArray[np.integer], size: int) -> Counts:
    return np.bincount(cells.ravel(order="K"), minlength=size)
