"""Linear equations over bits: twenty thousand equations with as many unknowns, in seconds."""

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
    """The unknowns, zero if undetermined; the number determined; and the number of contradicting rows."""

    bits: NDArray[np.uint8]
    rank: int
    contradictions: int


def solve(rows: Rows, unknowns: int, start_progress: StartProgress) -> Solution:
    """Solve for the unknowns that give every row its sum. The rows are modified.

    Unknown n is bit n % 64 of word n // 64 of a row. The last word holds the sum of the row.
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
    """Clear eight columns below the pivot rows. Return the columns that have a pivot."""
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
    """Return the sums of all subsets of the rows. Row n is the sum of the rows whose bits are set in n."""
    sums = np.zeros((1 << len(rows), rows.shape[1]), np.uint64)
    for n, row in enumerate(rows):
        sums[1 << n : 2 << n] = sums[: 1 << n] ^ row
    return sums


def _back_substitute(rows: Rows, pivots: list[int], unknowns: int) -> NDArray[np.uint8]:
    """Solve for the unknowns from the last to the first."""
    packed = np.zeros(rows.shape[1] - 1, np.uint64)
    for row, pivot in zip(rows[::-1], reversed(pivots), strict=True):
        rest = np.bitwise_xor.reduce(row[:-1] & packed)
        if (int(rest).bit_count() ^ int(row[-1])) & 1:
            packed[pivot // 64] |= np.uint64(1 << pivot % 64)
    return np.unpackbits(packed.view(np.uint8), bitorder="little")[:unknowns]
