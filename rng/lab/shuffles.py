"""Sound and wrong shuffles: from the words of any generator to arrays of decks."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.utils.translation import gettext_noop
from numpy.typing import NDArray

from rng.deal import deck
from rng.lab.generators import GENERATORS, WordStream

Decks = NDArray[np.uint8]
"""A deck a row, a card a column; on their way through a shuffle a deck a column."""

SEEDED = "shuffle"
BATCH = 8192
KEY = 64
BYTE = 256
CUTS = 3 << 28  # between two cards with probability 3 in 16
OVERHAND = 20

ASCENDING = range(52)
DESCENDING = range(51, 0, -1)


def ours(words: WordStream, n: int) -> Decks:
    """The shuffle of this site: a new twister for each deck, from its own 64-byte key."""
    keys = words.draw(n * KEY // 4).astype("<u4").tobytes()
    decks = bytes(card for at in range(0, n * KEY, KEY) for card in deck(keys[at : at + KEY]))
    return np.frombuffer(decks, np.uint8).reshape(n, 52)


def fair(words: WordStream, n: int) -> Decks:
    """From the last place, swap each card with itself or an earlier one."""
    return _swap_places(DESCENDING, words.randbelow([place + 1 for place in DESCENDING], n))


def keysort(words: WordStream, n: int) -> Decks:
    """Give each card a 53-bit number and sort by it."""
    high, low = np.moveaxis(words.draw(n * 104).reshape(n, 52, 2).astype(np.uint64), 2, 0)
    keys = (high >> np.uint64(6) << np.uint64(27)) + (low >> np.uint64(5))
    return np.argsort(keys, axis=1, kind="stable").astype(np.uint8)


def naive(words: WordStream, n: int) -> Decks:
    """Swap every place with any of the 52."""
    return _swap_places(ASCENDING, words.randbelow([52] * 52, n))


def asf(words: WordStream, n: int) -> Decks:
    """Swap every place with any but the last, as a poker site did in 1999."""
    return _swap_places(ASCENDING, words.randbelow([51] * 52, n))


def sattolo(words: WordStream, n: int) -> Decks:
    """From the last place, swap each card with an earlier one, never with itself."""
    return _swap_places(DESCENDING, words.randbelow(list(DESCENDING), n))


def modulo8(words: WordStream, n: int) -> Decks:
    """The sound shuffle, but with each place drawn as the remainder of a byte."""
    drawn = words.randbelow([BYTE] * 51, n)
    return _swap_places(DESCENDING, drawn % np.array([place + 1 for place in DESCENDING], np.uint8))


def riffle(words: WordStream, n: int, times: int) -> Decks:
    """Riffle so many times by the Gilbert-Shannon-Reeds model."""
    decks = _new_decks(n)
    for _ in range(times):
        # A coin for each place selects the packet of its card. The number of heads is the cut.
        coins = _coins(words, n)
        fallen = np.cumsum(coins, axis=0, dtype=np.uint8)
        above = 52 - fallen[-1]
        chosen = np.where(coins, above + fallen, np.arange(1, 53, dtype=np.uint8)[:, None] - fallen) - 1
        decks = np.take_along_axis(decks, chosen, axis=0)
    return _rows(decks)


def overhand(words: WordStream, n: int) -> Decks:
    """Shuffle overhand twenty times, in packets of about five cards whose order is reversed."""
    decks = _new_decks(n)
    places = np.arange(52, dtype=np.uint8)[:, None]
    for _ in range(OVERHAND):
        cuts = (words.draw(n * 51) < CUTS).reshape(n, 51).T
        edge = np.ones((1, n), bool)
        begins = np.maximum.accumulate(np.where(np.concatenate([edge, cuts]), places, 0), axis=0)
        ends = np.where(np.concatenate([cuts, edge]), places, 51)
        ends = np.minimum.accumulate(ends[::-1], axis=0)[::-1]
        moved = np.empty_like(decks)
        np.put_along_axis(moved, 51 - ends + (places - begins), decks, axis=0)
        decks = moved
    return _rows(decks)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffle that can be selected by name."""

    says: str
    sound: bool
    decks: Callable[[WordStream, int], Decks]


def _riffles(says: str, times: int) -> Shuffle:
    return Shuffle(says, False, lambda words, n: riffle(words, n, times))


SHUFFLES: Mapping[str, Shuffle] = {
    "ours": Shuffle(
        gettext_noop("the decks dealt here: each with its own Mersenne Twister and its own key"), True, ours
    ),
    "fair": Shuffle(
        gettext_noop("each place swapped with itself or an earlier one, like ours, many decks at once"),
        True,
        fair,
    ),
    "keysort": Shuffle(
        gettext_noop("a random number for each card, then sorted by it: the published cribbage shuffle"),
        True,
        keysort,
    ),
    "naive": Shuffle(gettext_noop("each place swapped with any of the 52"), False, naive),
    "asf": Shuffle(
        gettext_noop("each place swapped with any but the last: random(51)+1, published in 1999"), False, asf
    ),
    "sattolo": Shuffle(
        gettext_noop("each place swapped with an earlier one, never itself: a single cycle"), False, sattolo
    ),
    "modulo8": Shuffle(gettext_noop("the sound one, but with remainders of bytes"), False, modulo8),
    "riffle5": _riffles(gettext_noop("5 riffles of a new deck"), 5),
    "riffle7": _riffles(gettext_noop("7 riffles of a new deck"), 7),
    "riffle9": _riffles(gettext_noop("9 riffles of a new deck"), 9),
    "overhand": Shuffle(gettext_noop("twenty overhand shuffles, in packets of about five"), False, overhand),
}


def seed_bytes(number: int, part: int = 0) -> bytes:
    """Return the 64-byte seed for a seed number, different for each part of the work."""
    return hashlib.sha512(f"{SEEDED} {number} {part}".encode()).digest()


def deck_batches(shuffle: str, generator: str, seed: bytes, n: int) -> Iterator[Decks]:
    """Yield decks in batches from one generator that is seeded once."""
    words = GENERATORS[generator].open_stream(seed)
    for dealt in range(0, n, BATCH):
        yield SHUFFLES[shuffle].decks(words, min(BATCH, n - dealt))


def _swap_places(places: Sequence[int], chosen: NDArray[np.uint8]) -> Decks:
    """Return decks after swapping each place with the one chosen for it."""
    decks = _new_decks(len(chosen))
    lanes = np.arange(len(chosen))
    for place, other in zip(places, np.ascontiguousarray(chosen.T), strict=True):
        moved = decks[other, lanes]
        decks[other, lanes] = decks[place]
        decks[place] = moved
    return _rows(decks)


def _coins(words: WordStream, n: int) -> NDArray[np.uint8]:
    """Return 52 fair coins for each deck."""
    pairs = words.draw(2 * n).astype(">u4").view(np.uint8).reshape(n, 8)
    return np.ascontiguousarray(np.unpackbits(pairs, axis=1)[:, :52].T)


def _new_decks(n: int) -> Decks:
    """Return new decks, one per column."""
    return np.repeat(np.arange(52, dtype=np.uint8)[:, None], n, axis=1)


def _rows(decks: Decks) -> Decks:
    return np.ascontiguousarray(decks.T)
