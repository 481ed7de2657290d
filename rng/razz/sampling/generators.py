"""The sources of draws: our own twister, or a generator that the published simulation considered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rng.bulk import NumpyTwister, numpy_twister
from rng.lab import generators as lab
from rng.lab.generators import WordStream

HALF = 1 << 16

Places = NDArray[np.uint8]
DrawPlaces = Callable[[Sequence[int], int], Iterator[Places]]
"""Draws below each limit in turn, for so many games at once."""


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator that can be selected by name."""

    says: str
    begin: Callable[[bytes], DrawPlaces]


def randbelow(source: NumpyTwister, limit: int, n: int) -> Places:
    """Return n uniform numbers below a limit of at most 256, by scaling 16 bits.

    Of 65,536 words, some numbers would get one more than others. Those few words are drawn again.
    """
    surplus = HALF % limit
    scaled = source.randint(0, HALF, n, dtype=np.uint16) * np.uint32(limit)
    while (again := np.flatnonzero(scaled.astype(np.uint16) < surplus)).size:
        scaled[again] = source.randint(0, HALF, again.size, dtype=np.uint16) * np.uint32(limit)
    return (scaled >> 16).astype(np.uint8)


def twister_places(source: NumpyTwister) -> DrawPlaces:
    """Return places from a twister, draw by draw."""
    return lambda limits, n: (randbelow(source, limit, n) for limit in limits)


def stream_places(words: WordStream) -> DrawPlaces:
    """Return places from a stream of words, game by game, as a sequential program draws them."""
    return lambda limits, n: iter(np.ascontiguousarray(words.randbelow(limits, n).T))


def _from_lab(name: str) -> Callable[[bytes], DrawPlaces]:
    return lambda seed: stream_places(lab.GENERATORS[name].open_stream(seed))


GENERATORS: Mapping[str, Generator] = {
    "mt": Generator(
        "the Mersenne Twister with a 512-bit seed, as our own decks",
        lambda seed: twister_places(numpy_twister(seed)),
    ),
    "random": Generator("glibc's additive feedback, scaled; its rand() is the same", _from_lab("random")),
    "lrand48": Generator("the C library's, 48 bits of state, scaled", _from_lab("lrand48")),
    "mwc": Generator("Marsaglia's multiply with carry, twice 32 bits", _from_lab("mwc")),
    "rand": Generator("the example in the C standard: 31 bits of state, 15 shown, scaled", _from_lab("rand")),
    "bsd-rand": Generator(
        "old BSDs': 31 bits of state, all shown, by remainder: the lowest bits count most",
        _from_lab("bsd-rand"),
    ),
}
