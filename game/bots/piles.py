"""Every pile of the play, numbered by what still matters of it: the count, and the last cards.

Most piles that score alike, whatever is played on them, share a number; so playing a card is a table look-up.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

RANKS = 13
NO_RANK = 13  # the rank of a missing card
EMPTY, THIRTY_ONE = 0, 1
REACH = 4  # cards under the played one that count; runs of six and seven go deeper, see `long_runs`
RANK_PIPS = np.minimum(np.arange(1, RANKS + 1), 10)
LONG = 1 << 20  # a pile of six cards or more, its ranks plus one in four bits each, is at least this


@dataclass(frozen=True)
class Piles:
    """All piles, by number.

    count: what lies there.
    room: the highest rank that still fits, or -1.
    after: the pile once a card of this rank is played; where none is, or it does not fit, thirty-one.
    points: what the card scores; no card scores nothing.
    """

    count: Array
    room: Array
    after: Array
    points: Array

    def number(self, ranks: Iterable[int]) -> int:
        """The number of a pile whose cards were played in this order."""
        pile = EMPTY
        for rank in ranks:
            pile = int(self.after[pile, rank])
        return pile


@cache
def piles() -> Piles:
    """The table of piles, built on first use in a few hundredths of a second."""
    keys, newest = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    levels = []
    while newest.size:
        after, points = _played_on(newest)
        levels.append((newest, after, points))
        keys = np.union1d(keys, newest)
        newest = np.setdiff1d(after[after >= 0], keys)
    keys, after, points = (np.concatenate(part) for part in zip(*levels, strict=True))
    # The empty pile's key is 0, and thirty-one's is 31, less than any other.
    order = np.argsort(keys)
    keys, after, points = keys[order], after[order], points[order]
    count = keys & 31
    room = np.where(count <= 21, RANKS - 1, 30 - count)
    numbers = np.where(after < 0, THIRTY_ONE, np.searchsorted(keys, after))
    return Piles(
        count.astype(np.int8),
        room.astype(np.int8),
        np.insert(numbers, RANKS, THIRTY_ONE, axis=1).astype(np.int32),
        np.insert(points, RANKS, 0, axis=1).astype(np.int8),
    )


def long_runs(recent: Array) -> Array:
    """Six or seven where the last so many cards make a run; the piles are in the form of `Lanes.recent`."""
    ranks = 1 << (recent[:, None] >> np.arange(0, 28, 4) & 15)
    longest = np.zeros(len(recent), dtype=np.int64)
    for length in (6, 7):
        together = np.bitwise_or.reduce(ranks[:, :length], axis=1)
        lowest = together & -together
        is_run = (together == lowest * ((1 << length) - 1)) & (lowest > 1)
        longest[is_run] = length
    return longest


# A pile's key: its count in five bits, how many of a rank lie on top in three, then the ranks plus one that
# a run could still use, the last card first, in four bits each.
def _played_on(keys: Array) -> tuple[Array, Array]:
    """Each pile's key after each rank, or -1 where it does not fit, and what the card scores."""
    card = np.arange(1, RANKS + 1)
    count = (keys & 31)[:, None] + RANK_PIPS
    tail = [(keys >> 8 + 4 * place & 15)[:, None] for place in range(REACH)]
    alike = np.where(tail[0] == card, (keys >> 5 & 7)[:, None] + 1, 1)
    points = 2 * ((count == 15) | (count == 31)) + alike * (alike - 1)
    mask = (1 << card - 1) + np.zeros_like(count)
    run = np.zeros_like(count)
    masks, whole = [mask], np.ones(mask.shape, dtype=bool)
    for place, rank in enumerate(tail):
        whole = whole & (rank > 0) & (rank != card)
        mask = np.where(whole, mask | 1 << np.maximum(rank - 1, 0), mask)
        masks.append(mask)
        length = place + 2
        is_run = mask // (mask & -mask) == (1 << length) - 1
        run = np.where(whole & is_run & (length > 2), length, run)
        tail[place] = np.where(whole, rank, 0)
    points += run
    needs, room = _needed_for_a_run(), 31 - count
    after, still = np.zeros_like(count), np.zeros(count.shape, dtype=bool)
    for place in range(REACH - 1, 0, -1):
        still |= (tail[place - 1] > 0) & (needs[masks[place]] <= room)
        after = after << 4 | np.where(still, tail[place - 1], 0)
    matters = still | (needs[masks[0]] <= room) | (room >= RANK_PIPS)
    after = np.where(matters, (after << 4 | card) << 3 | alike, 1) << 5 | count
    after[count == 31] = 31
    cannot_be = (count > 31) | (alike > 4)
    return np.where(cannot_be, -1, after), np.where(cannot_be, 0, points)


def _needed_for_a_run() -> Array:
    """The fewest pips that make a run of three or more of these ranks, given as bits; 99 where none can."""
    masks = np.arange(1 << RANKS)
    held = masks[:, None] >> np.arange(RANKS) & 1
    lowest, highest = held.argmax(axis=1), RANKS - 1 - held[:, ::-1].argmax(axis=1)
    upto = np.concatenate([[0], np.cumsum(RANK_PIPS)])
    needs = np.full(1 << RANKS, 99)
    pips = held @ RANK_PIPS
    for low in range(RANKS):
        for high in range(low + 2, RANKS):
            fits = (lowest >= low) & (highest <= high) & (masks > 0)
            needs[fits] = np.minimum(needs[fits], upto[high + 1] - upto[low] - pips[fits])
    return needs
