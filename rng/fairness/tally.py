"""Counts over decks. They add up, so batches can be counted in any process and merged."""

from collections.abc import Iterable
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rng.fairness import laws, statistics
from rng.fairness.scorer import Scorer
from rng.fairness.statistics import Counts, Decks, histogram

HIGHEST = 29


class Tally(NamedTuple):
    """Sums over decks, and the beginnings of all decks, at eight bytes per deck."""

    decks: int
    card_by_place: Counts
    adjacent_pairs: Counts
    inversions: Counts
    cycles: Counts
    fixed_points: Counts
    descents: Counts
    descents_of_inverse: Counts
    neighbours: Counts  # the distances of original neighbours: 51 sums
    order_patterns: Counts
    successions: int
    likeness: int
    beginnings: tuple[NDArray[np.uint64], ...]
    pone: Counts
    dealer: Counts
    pone_ahead: Counts  # index 0 stands for -29 points

    def smile(self) -> NDArray[np.float64]:
        """Return the average distance of each card from its original place."""
        places = np.arange(statistics.CARDS)
        away = np.abs(places[:, None] - places)
        moved: NDArray[np.float64] = (self.card_by_place * away).sum(axis=1) / self.decks
        return moved


def tally_batch(decks: Decks, scorer: Scorer) -> Tally:
    """Count a batch of decks, one per row, in the order in which they were dealt."""
    decks = np.asfortranarray(decks)
    places = statistics.inverses(decks)
    hands = statistics.hands(decks)
    pone, dealer = (scorer.score(four, hands.starters) for four in (hands.pone, hands.dealer))
    return Tally(
        decks=len(decks),
        card_by_place=statistics.card_by_place(decks),
        adjacent_pairs=statistics.adjacent_pairs(decks),
        inversions=histogram(statistics.inversions(decks), laws.inversions().size),
        cycles=histogram(statistics.cycles(decks), laws.cycles().size),
        fixed_points=histogram(statistics.fixed_points(decks), laws.fixed_points().size),
        descents=histogram(statistics.descents(decks), laws.descents().size),
        descents_of_inverse=histogram(statistics.descents(places), laws.descents().size),
        neighbours=statistics.neighbour_distances(places).sum(axis=0, dtype=np.int64),
        order_patterns=statistics.order_patterns(decks),
        successions=len(decks) - 1,
        likeness=statistics.likeness(decks),
        beginnings=(statistics.beginnings(decks),),
        pone=histogram(pone, HIGHEST + 1),
        dealer=histogram(dealer, HIGHEST + 1),
        pone_ahead=histogram(pone - dealer + np.int8(HIGHEST), 2 * HIGHEST + 1),
    )


def add_tallies(one: Tally, other: Tally) -> Tally:
    """Return the sum of both. The transition from one batch to the next is not counted."""
    both: Iterable[tuple[Any, Any]] = zip(one, other, strict=True)
    return Tally(*(mine + theirs for mine, theirs in both))


def tally_batches(batches: Iterable[Decks], scorer: Scorer) -> Tally:
    """Count all batches with only one in memory."""
    return reduce(add_tallies, (tally_batch(decks, scorer) for decks in batches))
