"""Tests of one suit: the places, the order and the distribution of its thirteen cards."""

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any, NamedTuple

import numpy as np
from django.utils.translation import gettext_noop
from numpy.typing import NDArray

from rng.fairness import laws, statistics
from rng.fairness.battery import SPARSE, Test, distribution_p_value, mean_p_value, normal_p_value
from rng.fairness.laws import Law, Moments
from rng.fairness.statistics import CARDS, STARTER, Counts, Decks, histogram

SUITS = "CDHS"
RANKS = 13
HAND = 6
OTHERS = CARDS - RANKS
PONE, DEALER = slice(0, 2 * HAND, 2), slice(1, 2 * HAND, 2)


class SuitTally(NamedTuple):
    """The counts for one suit's cards. Every count is a sum over decks."""

    decks: int
    card_by_place: Counts  # 13 by 52
    inversions: Counts  # among the thirteen cards
    descents: Counts  # of the thirteen cards in order
    places: int  # the sum of all places
    neighbours: Counts  # how many of the 51 pairs of neighbours have both cards of the suit
    pone: Counts  # how many of the six cards
    dealer: Counts
    starters: Counts  # of other suits, and of this suit


def tally_suit(batches: Iterable[Decks], suit: int) -> SuitTally:
    """Count one suit, 0 to 3, in all batches."""
    return reduce(_add, (_tally_batch(decks, suit) for decks in batches))


def _add(one: SuitTally, other: SuitTally) -> SuitTally:
    both: Iterable[tuple[Any, Any]] = zip(one, other, strict=True)
    return SuitTally(*(mine + theirs for mine, theirs in both))


def _tally_batch(decks: Decks, suit: int) -> SuitTally:
    of_suit = decks % 4 == suit
    ranks = decks[of_suit].reshape(len(decks), RANKS) // 4
    places = np.nonzero(of_suit)[1]
    cells = ranks.ravel().astype(np.int64) * CARDS + places
    return SuitTally(
        decks=len(decks),
        card_by_place=np.bincount(cells, minlength=RANKS * CARDS).reshape(RANKS, CARDS),
        inversions=histogram(_inversions(ranks), laws.inversions(RANKS).size),
        descents=histogram(statistics.descents(ranks), laws.descents(RANKS).size),
        places=int(places.sum()),
        neighbours=histogram((of_suit[:, 1:] & of_suit[:, :-1]).sum(axis=1), RANKS),
        pone=histogram(of_suit[:, PONE].sum(axis=1), HAND + 1),
        dealer=histogram(of_suit[:, DEALER].sum(axis=1), HAND + 1),
        starters=histogram(of_suit[:, STARTER].astype(np.int64), 2),
    )


def _inversions(ranks: Decks) -> NDArray[np.int64]:
    found: NDArray[np.int64] = sum(
        ((ranks[:, :at] > ranks[:, at : at + 1]).sum(axis=1) for at in range(1, RANKS)),
        np.zeros(len(ranks), np.int64),
    )
    return found


def held_of_six() -> Law:
    """Return the distribution of a suit's cards among six dealt cards."""
    ways = [comb(RANKS, held) * comb(OTHERS, HAND - held) for held in range(HAND + 1)]
    return np.array(ways) / comb(CARDS, HAND)


def neighbours_of_suit() -> Law:
    """Return the distribution of neighbours in one suit: thirteen cards in so many runs."""
    ways = [comb(RANKS - 1, pairs) * comb(OTHERS + 1, RANKS - pairs) for pairs in range(RANKS)]
    return np.array([way / comb(CARDS, RANKS) for way in ways])


PLACES = Moments(Fraction(RANKS * (CARDS - 1), 2), Fraction(RANKS * OTHERS * (CARDS + 1), 12))


def cards_by_place_p_value(tally: SuitTally) -> float:
    """Return the p-value of cards by place. It is low for counts too even or too uneven.

    Each card's row is a chi-square with 51 degrees of freedom, and the rows are nearly independent.
    """
    if tally.decks < SPARSE:
        return 1.0
    expected = tally.decks / CARDS
    chi2 = float(((tally.card_by_place - expected) ** 2).sum() / expected)
    upper = laws.chi2_sf(chi2 * 2 * MEAN_CHI2 / VARIANCE_CHI2, 2 * MEAN_CHI2**2 / VARIANCE_CHI2)
    return 2 * min(upper, 1 - upper)


# Two cards can't share a place. So two rows correlate by -1/51, and the square of this is the correlation of
# their chi-squares.
MEAN_CHI2 = RANKS * (CARDS - 1)
VARIANCE_CHI2 = 2 * (CARDS - 1) * RANKS * (1 + (RANKS - 1) / (CARDS - 1) ** 2)


def build_suit_battery() -> tuple[Test[SuitTally], ...]:
    """Return the tests for one suit."""
    return (
        Test(
            "suit-card-by-place",
            gettext_noop("Is each of the suit’s cards in every place equally often?"),
            cards_by_place_p_value,
        ),
        Test(
            "suit-places",
            gettext_noop("Do the suit’s cards lie in the middle of the deck, on average?"),
            lambda t: normal_p_value(t.places, t.decks, PLACES),
        ),
        Test(
            "suit-inversions",
            gettext_noop("Are half of the suit’s 78 pairs of cards in the opposite order, on average?"),
            lambda t: mean_p_value(t.inversions, laws.inversions(RANKS)),
        ),
        Test(
            "suit-ascending-runs",
            gettext_noop("Do the suit’s cards lie in seven runs of ever higher ones, on average?"),
            lambda t: mean_p_value(t.descents, laws.descents(RANKS)),
        ),
        Test(
            "suit-neighbours",
            gettext_noop("Do as many cards of the suit lie side by side as there should?"),
            lambda t: distribution_p_value(t.neighbours, neighbours_of_suit()),
        ),
        Test(
            "suit-pone",
            gettext_noop("Is pone dealt none, one, two... cards of the suit as often as there should be?"),
            lambda t: distribution_p_value(t.pone, held_of_six()),
        ),
        Test(
            "suit-dealer",
            gettext_noop("Is the dealer dealt none, one, two... cards of the suit as often?"),
            lambda t: distribution_p_value(t.dealer, held_of_six()),
        ),
        Test(
            "suit-starter",
            gettext_noop("Is a quarter of all starters of the suit?"),
            lambda t: laws.total_p_value(np.array([0.75, 0.25]), t.decks, int(t.starters[1])),
        ),
    )
