"""What has been counted of decks: it adds up, so that batches can be counted anywhere and put together."""

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
    """Every figure is a sum over decks, but the beginnings, which are kept: eight bytes a deck."""

    decks: int
    card_by_place: Counts
    adjacent_pairs: Counts
    inversions: Counts
    cycles: Counts
    fixed_points: Counts
    descents: Counts
    descents_of_inverse: Counts
    neighbours: Counts  # how far apart the neighbours of the new deck lie: 51 sums
    order_patterns: Counts
    successions: int
    likeness: int
    beginnings: tuple[NDArray[np.uint64], ...]
    pone: Counts
    dealer: Counts
    pone_ahead: Counts  # by 0, 1, 2, ... points more than -29

    def smile(self) -> NDArray[np.float64]:
        """How far each card lies on average from where it lay in the new deck."""
        places = np.arange(statistics.CARDS)
        away = np.abs(places[:, None] - places)
        moved: NDArray[np.float64] = (self.card_by_place * away).sum(axis=1) / self.decks
        return moved


def tally_batch(decks: Decks, scorer: Scorer) -> Tally:
    """A batch of decks, one a row, of which each is followed by the next."""
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
    """Both; that the decks of one follow on those of the other counts for nothing."""
    both: Iterable[tuple[Any, Any]] = zip(one, other, strict=True)
    return Tally(*(mine + theirs for mine, theirs in both))


def tally_batches(batches: Iterable[Decks], scorer: Scorer) -> Tally:
    """All batches, of which only one need be in memory."""
    return reduce(add_tallies, (tally_batch(decks, scorer) for decks in batches))
