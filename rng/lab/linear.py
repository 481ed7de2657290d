"""Linear equations over bits: twenty thousand of them with as many unknowns, in seconds."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from common.progress import StartProgress

Rows: TypeAlias = NDArray[np.uint64]

BLOCK_COLUMNS = 8
"""Columns that are cleared together, by one look into a table of all sums of their rows."""
STRETCH = 256
"""Rows that fit into the processor's cache."""


class Solution(NamedTuple):
    """The unknowns, zero where nothing fixes them; how many are fixed; how many rows say otherwise."""

    bits: NDArray[np.uint8]
    rank: int
    contradictions: int


def solve(rows: Rows, unknowns: int, start_progress: StartProgress) -> Solution:
    """The unknowns that make every row's sum its last word; the rows are used up.

    Unknown n stands in bit n % 64 of word n // 64 of a row, and what its unknowns add up to in a last word.
    """
    pivots = list[int]()
    columns = range(0, unknowns, BLOCK_COLUMNS)
    step = start_progress(len(columns))
    for first in columns:
        pivots += _eliminate(rows, len(pivots), first)
        step()
    rank = len(pivots)
    bits = _back_substitute(rows[:rank], pivots, unknowns)
    return Solution(bits, rank, int(np.count_nonzero(rows[rank:, -1])))


def _eliminate(rows: Rows, rank: int, first: int) -> list[int]:
    """Clear a byte of columns below the rows that are kept for it; say which of the columns have one."""
    word = first // 64
    column = rows.view(np.uint8)[:, first // 8]
    left = column[rank:].copy()
    added = np.zeros_like(left)
    found = list[int]()
    for bit in range(BLOCK_COLUMNS):
        rest = left[len(found) :] >> bit & 1
        at = int(rest.argmax()) if rest.size else 0
        if not rest.size or not rest[at]:
            continue
        own, chosen = len(found), len(found) + at
        for some in (left, added):
            some[[own, chosen]] = some[[chosen, own]]
        rows[[rank + own, rank + chosen]] = rows[[rank + chosen, rank + own]]
        for before in range(own):
            if added[own] >> before & 1:
                rows[rank + own] ^= rows[rank + before]
        has = left[own + 1 :] >> bit & 1
        left[own + 1 :] ^= has * left[own]
        added[own + 1 :] |= has << own
        found.append(first + bit)
    kept = rank + len(found)
    sums = _subset_sums(rows[rank:kept, word:])
    which = added[len(found) :]
    for at in range(0, len(which), STRETCH):
        rows[kept + at : kept + at + STRETCH, word:] ^= sums[which[at : at + STRETCH]]
    return found


def _subset_sums(rows: Rows) -> Rows:
    """What every choice of the rows adds up to: row n of it for the rows whose bits n has."""
    sums = np.zeros((1 << len(rows), rows.shape[1]), np.uint64)
    for n, row in enumerate(rows):
        sums[1 << n : 2 << n] = sums[: 1 << n] ^ row
    return sums


def _back_substitute(rows: Rows, pivots: list[int], unknowns: int) -> NDArray[np.uint8]:
    """The unknowns one by one, the last first: all that a row has beyond its own is known by then."""
    packed = np.zeros(rows.shape[1] - 1, np.uint64)
    for row, pivot in zip(rows[::-1], reversed(pivots), strict=True):
        rest = np.bitwise_xor.reduce(row[:-1] & packed)
        if (int(rest).bit_count() ^ int(row[-1])) & 1:
            packed[pivot // 64] |= np.uint64(1 << pivot % 64)
    return np.unpackbits(packed.view(np.uint8), bitorder="little")[:unknowns]
