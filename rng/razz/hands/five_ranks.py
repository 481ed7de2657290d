"""Counts deals in which a hand has five different ranks: all at once, from the ace upward, hand by hand."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rng.razz.hands.cards import CARDS_PER_RANK, RANKS, RanksLeft
from rng.razz.hands.law import FIVE
from rng.razz.hands.partial_hand import PartialHand, Winners, count_dtype

Order = tuple[int, ...]
"""How hands stand to each other: (0, 1, 1) is a best one, and two behind it that are alike."""
Ways = NDArray[Any]
Slices = tuple[Any, ...]  # of numbers of ranks and of cards, one slice per hand

HOW_MANY_ORDERS = (1, 1, 3, 13, 75, 541, 4_683, 47_293)  # for 0, 1, 2, ... hands: Fubini numbers
# Measured once, to estimate long computations in advance.
SECONDS_A_STEP = 4e-6
SECONDS_A_CELL = 2.5e-10


def count_five_rank_winners(hands: Sequence[PartialHand], left: RanksLeft) -> Counter[Winners]:
    """Return the winners of deals in which a hand has five different ranks, so that hands with fewer lose.

    Go up from the ace, and track for each hand how many of its five ranks and how many cards it has. Of two
    hands, the one with the highest rank that the other lacks is worse. So a new rank overrides the previous
    order, and ranks beyond the fifth change nothing.
    """
    known = orders(len(hands))
    shape = [len(known), *(size for hand in hands for size in (FIVE + 1, hand.to_come + 1))]
    dtype = count_dtype(hands, left)
    ways = np.zeros(shape, dtype)
    ways[(0,) * len(shape)] = 1
    for rank, cards in enumerate(left):
        after = np.zeros(shape, dtype)
        held = [rank in hand.ranks for hand in hands]
        for shared in _shares(cards, tuple(hand.to_come for hand in hands)):
            count = _ways_to_share(cards, shared)
            there = [is_held or get > 0 for is_held, get in zip(held, shared, strict=True)]
            for taken in product(*((False, True) if is_there else (False,) for is_there in there)):
                source, target = _transition_slices(hands, shared, there, taken)
                for order, to in enumerate(order_transitions(len(hands))[taken]):
                    after[(to, *target)] += count * ways[(order, *source)]
        ways = after
    return _count_winners(ways)


def _transition_slices(
    hands: Sequence[PartialHand], shared: Sequence[int], there: Sequence[bool], taken: Sequence[bool]
) -> tuple[Slices, Slices]:
    """Return the transitions when hands get so many cards of a rank, used among their five or not."""
    source: list[slice] = []
    target: list[slice] = []
    for hand, get, is_there, takes in zip(hands, shared, there, taken, strict=True):
        before = slice(0, FIVE) if takes else slice(FIVE, FIVE + 1) if is_there else slice(0, FIVE + 1)
        source += [before, slice(0, hand.to_come + 1 - get)]
        target += [slice(before.start + takes, before.stop + takes), slice(get, hand.to_come + 1)]
    return tuple(source), tuple(target)


def _count_winners(ways: Ways) -> Counter[Winners]:
    """Return the winners at the end, among hands with five ranks."""
    hands = (ways.ndim - 1) // 2
    found: Counter[Winners] = Counter()
    for has_five in product((False, True), repeat=hands):
        ends: list[Any] = [slice(None)]
        for is_full in has_five:
            ends += [slice(FIVE, None) if is_full else slice(0, FIVE), -1]
        totals = ways[tuple(ends)].reshape(len(ways), -1).sum(axis=1)
        in_it = [at for at in range(hands) if has_five[at]]
        for order, total in zip(orders(hands), totals, strict=True):
            if in_it and total:
                best = min(order[at] for at in in_it)
                found[tuple(at for at in in_it if order[at] == best)] += int(total)
    return found


@cache
def orders(hands: int) -> tuple[Order, ...]:
    """Return every ranking of so many hands, ties included. The first is the tie of all."""
    every = (
        order for order in product(range(hands), repeat=hands) if set(order) == set(range(max(order) + 1))
    )
    return tuple(sorted(every))


@cache
def order_transitions(hands: int) -> dict[tuple[bool, ...], tuple[int, ...]]:
    """Return the ranking that follows each one when those hands take a new highest rank."""
    known = {order: at for at, order in enumerate(orders(hands))}

    def follows(order: Order, taken: tuple[bool, ...]) -> int:
        worths = list(zip(taken, order, strict=True))
        places = {worth: place for place, worth in enumerate(sorted(set(worths)))}
        return known[tuple(places[worth] for worth in worths)]

    return {
        taken: tuple(follows(order, taken) for order in known)
        for taken in product((False, True), repeat=hands)
    }


@cache
def _shares(cards: int, most: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return how so many cards or fewer can be split between hands with a maximum each."""
    return tuple(get for get in product(*(range(min(cards, each) + 1) for each in most)) if sum(get) <= cards)


@cache
def _ways_to_share(cards: int, shared: tuple[int, ...]) -> int:
    ways = 1
    for get in shared:
        ways *= comb(cards, get)
        cards -= get
    return ways


def estimate_seconds(hands: Sequence[PartialHand]) -> float:
    """Estimate the seconds that this takes."""
    shares = _shares(CARDS_PER_RANK, tuple(hand.to_come for hand in hands))
    steps = len(RANKS) * HOW_MANY_ORDERS[len(hands)] * sum(1 << sum(map(bool, shared)) for shared in shares)
    return steps * (SECONDS_A_STEP + SECONDS_A_CELL * _states(hands))


def count_cells(hands: Sequence[PartialHand]) -> int:
    """Return the number of cells in memory."""
    return _states(hands) * HOW_MANY_ORDERS[len(hands)]


def _states(hands: Sequence[PartialHand]) -> int:
    return prod((FIVE + 1) * (hand.to_come + 1) for hand in hands)
