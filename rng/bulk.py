"""Bulk draws as numpy arrays: the words of a Mersenne Twister, and decks made from them."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rng.framing import check_length

__all__ = ["NumpyTwister", "deck_batches", "decks", "numpy_twister"]

NumpyTwister = np.random.RandomState
BATCH = 8192


def numpy_twister(seed: bytes) -> NumpyTwister:
    """Return the same Mersenne Twister as `rng.twister.twister`, drawing arrays of words."""
    number = int.from_bytes(b"\x01" + check_length("A twister's seed", seed, 64), "big")
    return np.random.RandomState([number >> 32 * place & 0xFFFFFFFF for place in range(17)])


def draw(source: NumpyTwister, n: int) -> NDArray[np.uint32]:
    """Return the next n 32-bit words."""
    return source.randint(0, 1 << 32, n, dtype=np.uint32)


def randbelow(source: NumpyTwister, limit: int, n: int) -> NDArray[np.uint32]:
    """Return n uniform numbers below the limit. Values outside are rejected and drawn again."""
    shift = np.uint32(32 - (limit - 1).bit_length())
    drawn = draw(source, n) >> shift
    while (outside := np.flatnonzero(drawn >= limit)).size:
        drawn[outside] = draw(source, outside.size) >> shift
    return drawn


def deck_batches(seed: bytes) -> Iterator[NDArray[np.uint8]]:
    """Yield shuffled decks without end, one batch of rows at a time."""
    source = numpy_twister(seed)
    lanes = np.arange(BATCH)
    while True:
        places = np.repeat(np.arange(52, dtype=np.uint8)[:, None], BATCH, axis=1)
        for i in range(51, 0, -1):
            j = randbelow(source, i + 1, BATCH)
            chosen = places[j, lanes]
            places[j, lanes] = places[i]
            places[i] = chosen
        yield np.ascontiguousarray(places.T)


def decks(seed: bytes, n: int) -> NDArray[np.uint8]:
    """Return the first n decks of a seed, one per row."""
    shuffled = np.empty((n, 52), np.uint8)
    for at, batch in zip(range(0, n, BATCH), deck_batches(seed), strict=False):
        shuffled[at : at + BATCH] = batch[: n - at]
    return shuffled
