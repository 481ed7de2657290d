"""Deals of a contest drawn by the hundred thousand: ranges read and the rest dealt, as numpy arrays."""

from collections import Counter
from collections.abc import Callable
from math import perm

import numpy as np
from numpy.typing import NDArray

from rng.bulk import words
from rng.lab.razz.cards import HAND, RANKS, Left, NotRazz
from rng.lab.razz.chance import seed_of
from rng.lab.razz.contest import Contest
from rng.lab.razz.held import Winners
from rng.lab.razz.law import FIVE
from rng.lab.razz.sampling import BITS, LANES, Places, Ranks, drawn
from rng.lab.razz.showdown import places
from rng.lab.razz.strength import strength

HOPELESS = 1000  # batches in a row in which nothing fits into one deck
NULL = 1 << len(RANKS)
FALLING = np.array([[perm(n, k) for k in range(HAND + 1)] for n in range(5)], np.float64)

Dealt = NDArray[np.uint8]
"""A row a card, a column a deal: ranks."""


def winners(contest: Contest, samples: int, seed: int, progress: Callable[[], object]) -> Counter[Winners]:
    """Who won how many of so many deals."""
    table = Draws(contest, seed)
    won = np.zeros(1 << len(contest.hands), np.int64)
    missing = samples
    while missing:
        bits = table.batch()[:missing]
        won += np.bincount(bits, minlength=len(won))
        missing -= len(bits)
        progress()
    return Counter({places(bits): int(n) for bits, n in enumerate(won) if n})


class Draws:
    """Deals of one contest, drawn a batch at a time."""

    def __init__(self, contest: Contest, seed: int) -> None:
        self.contest, self.source = contest, words(seed_of("equity", seed))
        self.deck = np.repeat(np.arange(len(RANKS), dtype=np.uint8), contest.left)
        self.tops = np.cumsum(contest.left) - 1
        self.ranges = [Range(readings, contest.left) for readings in contest.readings]

    def batch(self) -> NDArray[np.intp]:
        """Who wins in as many deals as fitted into one deck, a bit for each."""
        read = self._readings()
        to_come = [hand.to_come for hand in self.contest.hands]
        rest = iter(drawn(self.source, len(self.deck), sum(to_come), read[0].shape[1], self._lying(np.concatenate(read))))
        hands = []
        for at, hand in enumerate(self.contest.hands):
            known = [np.full(read[0].shape[1], card.rank, np.uint8) for card in hand.known]
            come = [self.deck[next(rest)] for _ in range(hand.to_come)]
            hands.append(np.stack([*known, *read[at], *come]))
        return best(hands)

    def _readings(self) -> list[Dealt]:
        """Ranks for each hand's range: each drawn by itself, and kept as often as one deck has them all."""
        for _ in range(HOPELESS):
            read = [one.drawn(self.source, LANES) for one in self.ranges]
            together = _ways(np.concatenate(read), self.contest.left)
            alone = np.prod([_ways(each, self.contest.left) for each in read], axis=0)
            kept = np.flatnonzero(self.source.random_sample(LANES) * alone < together)
            if kept.size:
                return [each[:, kept] for each in read]
        raise NotRazz("These hands fit into one deck too seldom to be drawn.")
