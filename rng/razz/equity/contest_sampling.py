"""Samples deals of a contest in bulk: reads ranges, deals the rest, compares hands."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from django.utils.translation import gettext
from numpy.typing import NDArray

from rng.bulk import NumpyTwister, numpy_twister
from rng.razz.equity.contest import Contest, take_ranks
from rng.razz.hands.cards import RANKS, InvalidRazz, RanksLeft, set_bits
from rng.razz.hands.law import FIVE
from rng.razz.hands.partial_hand import Winners
from rng.razz.hands.ranges import Ranks
from rng.razz.hands.strength import strength
from rng.razz.sampling.arrays import BITS, LANES, draw_cards
from rng.razz.sampling.generators import twister_places
from rng.razz.sampling.seeds import seed_bytes

FEWEST = 1_000  # the smallest useful sample
MOST_LISTED = 20_000  # the most joint readings to list; beyond that, hands are drawn separately

Cards = NDArray[np.uint8]
"""Ranks: a row a card, a column a deal."""

PAIRED = np.iinfo(np.int64).max


@cache
def strength_by_ranks() -> NDArray[np.int64]:
    """Return the strength of a hand by its rank bits. Fewer than five ranks need a closer look."""
    return np.array(
        [
            strength(ranks[:FIVE]) if len(ranks) >= FIVE else PAIRED
            for ranks in map(set_bits, range(1 << len(RANKS)))
        ]
    )


def sample_winners(
    contest: Contest, samples: int, seed: int, progress: Callable[[], object], batches: int
) -> Counter[Winners]:
    """Return the winners of so many deals, or of those within so many batches."""
    source, won = numpy_twister(seed_bytes("equity", seed)), np.zeros(1 << len(contest.hands), np.int64)
    read = JointReadings(contest) if contest.reading_count <= MOST_LISTED else SeparateReadings(contest)
    missing = samples
    while missing:
        if not batches:
            break
        bits = winner_bits(complete_hands(contest, read.draw(source), source))[:missing]
        won += np.bincount(bits, minlength=len(won))
        for _ in range(missing // LANES - (missing - len(bits)) // LANES):
            progress()
        missing, batches = missing - len(bits), batches - 1
    if missing and samples - missing < FEWEST:
        raise InvalidRazz(
            gettext("Ranges this wide, for this many hands, fit into one deck too rarely to be drawn.")
        )
    return Counter({set_bits(bits): int(n) for bits, n in enumerate(won) if n})


def complete_hands(contest: Contest, read: Sequence[Cards], source: NumpyTwister) -> list[Cards]:
    """Return seven ranks for each hand, given the ranks read for its range."""
    deck = np.repeat(np.arange(len(RANKS), dtype=np.uint8), contest.left)
    ranges = np.concatenate(read)
    n = ranges.shape[1]
    gone = (np.cumsum(contest.left) - 1)[ranges] - _repeats(ranges)
    to_come = sum(hand.to_come for hand in contest.hands)
    rest = draw_cards(
        twister_places(source), len(deck), to_come, n, list(np.sort(gone, axis=0)[::-1].astype(np.uint8))
    )
    return [
        np.concatenate([
            np.array([[card.rank] * n for card in hand.known], np.uint8).reshape(-1, n),
            of_range,
            np.array([deck[next(rest)] for _ in range(hand.to_come)], np.uint8).reshape(-1, n),
        ])
        for hand, of_range in zip(contest.hands, read, strict=True)
    ]  # fmt: skip


def winner_bits(hands: Sequence[Cards]) -> NDArray[np.intp]:
    """Return the winners, those with the lowest five, as one bit per hand."""
    by_ranks = strength_by_ranks()
    lowest = np.stack([by_ranks[np.bitwise_or.reduce(BITS[hand], axis=0)] for hand in hands])
    for deal in np.flatnonzero((lowest == PAIRED).all(axis=0)):
        lowest[:, deal] = [strength(tuple(sorted(hand[:, deal].tolist()))) for hand in hands]
    wins = lowest == lowest.min(axis=0)
    bits: NDArray[np.intp] = np.left_shift(wins, np.arange(len(hands))[:, None]).sum(axis=0)
    return bits


class JointReadings:
    """A sampler of readings for all ranges, from the list of all joint readings."""

    def __init__(self, contest: Contest) -> None:
        listed = list(contest.dealt_contests())
        known = [len(hand.known) for hand in contest.hands]
        self.ranks = [
            _columns([one.hands[at].ranks[skip:] for one in listed]) for at, skip in enumerate(known)
        ]
        self.shares = _cumulative_shares([one.ways for one in listed])

    def draw(self, source: NumpyTwister) -> list[Cards]:
        """Return ranks for each hand's range."""
        chosen = np.searchsorted(self.shares, source.random_sample(LANES), side="right")
        return [ranks[:, chosen] for ranks in self.ranks]


class SeparateReadings:
    """A sampler that draws each range separately, and keeps readings that one deck allows together."""

    def __init__(self, contest: Contest) -> None:
        self.left = contest.left
        self.ranks = [_columns(list(readings)) for readings in contest.readings]
        self.shares = [
            _cumulative_shares(
                [ways * take_ranks(contest.left, ranks)[0] for ranks, ways in readings.items()]
            )
            for readings in contest.readings
        ]

    def draw(self, source: NumpyTwister) -> list[Cards]:
        """Return ranks for each hand's range. The more the ranges overlap, the fewer deals are kept."""
        read = [
            ranks[:, np.searchsorted(shares, source.random_sample(LANES), side="right")]
            for ranks, shares in zip(self.ranks, self.shares, strict=True)
        ]
        alone = np.prod([_ways(each, self.left) for each in read], axis=0)
        kept = source.random_sample(LANES) * alone < _ways(np.concatenate(read), self.left)
        return [each[:, kept] for each in read]


def _columns(ranks: Sequence[Ranks]) -> Cards:
    return np.array(ranks, np.uint8).reshape(len(ranks), -1).T


def _cumulative_shares(ways: Sequence[int]) -> NDArray[np.float64]:
    """Return the cumulative shares of the whole."""
    ends: NDArray[np.float64] = np.cumsum(np.array(ways, np.float64))
    ends /= ends[-1]
    return ends


def _repeats(ranks: Cards) -> NDArray[np.intp]:
    """Return how many cards above each in its column have the same rank."""
    return np.array([(ranks[:at] == ranks[at]).sum(axis=0) for at in range(len(ranks))], np.intp).reshape(
        ranks.shape
    )


def _ways(ranks: Cards, left: RanksLeft) -> NDArray[np.float64]:
    """Return the number of ways to draw the cards of each column in sequence."""
    choices = np.array(left)[ranks] - _repeats(ranks)
    ways: NDArray[np.float64] = np.prod(np.maximum(choices, 0), axis=0, dtype=np.float64)
    return ways
