"""Counts the winners over all run-outs of some hands: exact, by ranks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from rng.razz.hands import five_ranks
from rng.razz.hands.cards import CARDS_PER_RANK, RANKS, RanksLeft, set_bits
from rng.razz.hands.law import FIVE
from rng.razz.hands.partial_hand import PartialHand, Winners, count_dtype
from rng.razz.hands.strength import strength

CHOICES = np.array([[comb(n, k) for k in range(CARDS_PER_RANK + 1)] for n in range(CARDS_PER_RANK + 1)])
MOST_KEPT = 10_000_000
# Measured once, to estimate long computations in advance.
SECONDS_A_RUN_OUT = 5e-5
SECONDS_A_MEETING = 3e-8

RunOut = tuple[tuple[int, int], ...]
"""Which ranks come, and how many of each."""


def count_winners(hands: Sequence[PartialHand], left: RanksLeft) -> Counter[Winners]:
    """Return in how many run-outs each hand wins or shares.

    If there are few run-outs, all pairs are compared. Of many, only those without five ranks in any hand are.
    """
    if _comparison_seconds(hands, len(RANKS)) <= five_ranks.estimate_seconds(hands):
        return compare_run_outs(hands, left, len(RANKS))
    return five_ranks.count_five_rank_winners(hands, left) + compare_run_outs(hands, left, FIVE - 1)


def estimate_seconds(hands: Sequence[PartialHand]) -> float:
    """Estimate the seconds that this takes."""
    return min(
        _comparison_seconds(hands, len(RANKS)),
        five_ranks.estimate_seconds(hands) + _comparison_seconds(hands, FIVE - 1),
    )


def is_within_reach(hands: Sequence[PartialHand]) -> bool:
    """Return whether this fits into memory."""
    counts = [_count_run_outs(hand, len(RANKS)) for hand in hands[:-1]]
    return prod(counts) <= MOST_KEPT or five_ranks.count_cells(hands) <= MOST_KEPT


def compare_run_outs(hands: Sequence[PartialHand], left: RanksLeft, most_ranks: int) -> Counter[Winners]:
    """Return the same for deals in which no hand has more than so many ranks, by comparing all run-outs."""
    used = np.zeros((1, len(RANKS)), np.int64)
    ways = np.ones(1, count_dtype(hands, left))
    best = np.full(1, np.iinfo(np.int64).max)
    won = np.zeros(1, np.int64)  # one bit per winning hand
    totals: Counter[int] = Counter()
    for at, hand in enumerate(hands):
        dealt = [(used[:0], ways[:0], best[:0], won[:0])]
        for run_out in run_outs(hand, left, most_ranks):
            now = ways
            for rank, get in run_out:
                now = now * CHOICES[left[rank] - used[:, rank], get]
            can = np.flatnonzero(now)
            worth, before = _strength(hand, run_out), best[can]
            winning: NDArray[np.int64] = np.where(worth < before, 0, won[can])
            winning |= np.where(worth <= before, 1 << at, 0)
            if at == len(hands) - 1:
                for bits in np.unique(winning):
                    totals[int(bits)] += int(now[can][winning == bits].sum())
            else:
                gone = used[can]
                for rank, get in run_out:
                    gone[:, rank] += get
                dealt.append((gone, now[can], np.minimum(before, worth), winning))
        used, ways, best, won = (np.concatenate(part) for part in zip(*dealt, strict=True))
    return Counter({set_bits(bits): total for bits, total in totals.items()})


def run_outs(hand: PartialHand, left: RanksLeft, most_ranks: int) -> Iterator[RunOut]:
    """Yield every run-out of a hand, by ranks, that gives it no more than so many ranks."""

    def grown(rank: int, missing: int, ranks: frozenset[int], come: RunOut) -> Iterator[RunOut]:
        if not missing:
            yield come
        elif rank < len(RANKS):
            yield from grown(rank + 1, missing, ranks, come)
            if len(ranks | {rank}) <= most_ranks:
                for get in range(1, min(missing, left[rank]) + 1):
                    yield from grown(rank + 1, missing - get, ranks | {rank}, (*come, (rank, get)))

    if len(set(hand.ranks)) <= most_ranks:
        yield from grown(0, hand.to_come, frozenset(hand.ranks), ())


def _strength(hand: PartialHand, run_out: RunOut) -> int:
    return strength(tuple(sorted((*hand.ranks, *(rank for rank, get in run_out for _ in range(get))))))


def _count_run_outs(hand: PartialHand, most_ranks: int) -> int:
    """Return their number, assuming enough cards of each rank."""
    held = len(set(hand.ranks))
    return sum(
        comb(len(RANKS) - held, new) * comb(hand.to_come + held - 1, held + new - 1)
        for new in range(min(most_ranks - held, hand.to_come) + 1)
        if held + new
    )


def _comparison_seconds(hands: Sequence[PartialHand], most_ranks: int) -> float:
    cost, met = 0.0, 1
    for hand in hands:
        each = _count_run_outs(hand, most_ranks)
        cost += each * (SECONDS_A_RUN_OUT + SECONDS_A_MEETING * met)
        met *= each
    return cost
