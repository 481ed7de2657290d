"""Sound and weak random number generators, vectorised with numpy."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.utils.translation import gettext_noop
from numpy.typing import NDArray

from rng import bulk
from rng.lab.borland import MULTIPLIER

Block = NDArray[np.uint32]
Seed = bytes  # 64 bytes; a generator uses as many as fit
Numbers = NDArray[np.uint8]

BLOCK = 1 << 16
LANES = 1 << 8
LAG = 31

SRAND48 = 0x330E
RAND48 = (0x5DEECE66D, 0xB, 48)
RAND = (1103515245, 12345, 31)
BORLAND = (MULTIPLIER, 1, 32)
MWC = (36969, 18000)


class WordStream:
    """A stream of 32-bit words from a generator, and numbers derived from them."""

    def __init__(self, blocks: Iterator[Block]) -> None:
        self._blocks = blocks
        self._ready: Block = np.empty(0, np.uint32)

    def draw(self, n: int) -> Block:
        """Return the next n words."""
        waiting, size = [self._ready], self._ready.size
        while size < n:
            waiting.append(next(self._blocks))
            size += waiting[-1].size
        drawn = np.concatenate(waiting)
        self._ready = drawn[n:]
        return drawn[:n]

    def randbelow(self, limits: Sequence[int], times: int) -> Numbers:
        """Return rows of numbers, each below its limit: from high bits, with rejection of values outside."""
        least = np.array(limits, np.uint32)
        shifts = np.array([32 - (limit - 1).bit_length() for limit in limits], np.uint32)
        drawn = self.draw(times * len(limits)).reshape(times, len(limits)) >> shifts
        while (outside := np.flatnonzero(drawn >= least)).size:
            drawn.flat[outside] = self.draw(outside.size) >> shifts[outside % len(limits)]
        return drawn.astype(np.uint8)


class RemainderWordStream(WordStream):
    """The same, but with the remainder of a word, as naive programs do."""

    def randbelow(self, limits: Sequence[int], times: int) -> Numbers:
        drawn = self.draw(times * len(limits)).reshape(times, len(limits))
        return (drawn % np.array(limits, np.uint32)).astype(np.uint8)


class ScaledWordStream(WordStream):
    """The same, but with a word scaled to the limit, as most programs do."""

    def randbelow(self, limits: Sequence[int], times: int) -> Numbers:
        drawn = self.draw(times * len(limits)).reshape(times, len(limits)).astype(np.uint64)
        return (drawn * np.array(limits, np.uint64) >> np.uint64(32)).astype(np.uint8)


def mt(seed: Seed) -> Iterator[Block]:
    """The Mersenne Twister, seeded with all 64 bytes. Our own decks come from it."""
    source = bulk.numpy_twister(seed)
    while True:
        yield bulk.draw(source, BLOCK)


def lrand48(seed: int) -> Iterator[Block]:
    """The C library's lrand48 after srand48: 31 of 48 state bits. The lowest bit of each word is 0."""
    for states in _congruential(seed << 16 | SRAND48, *RAND48):
        yield (states >> np.uint64(17)).astype(np.uint32) << np.uint32(1)


def rand(seed: int) -> Iterator[Block]:
    """The example rand of the C standard after srand: 15 bits. The other bits of each word are 0."""
    for states in _congruential(seed, *RAND):
        yield (states >> np.uint64(16)).astype(np.uint32) << np.uint32(17)


def bsd_rand(seed: int) -> Iterator[Block]:
    """The rand of old BSDs after srand: the same states with all 31 bits, whose lowest alternates."""
    for states in _congruential(seed, *RAND):
        yield states.astype(np.uint32)


def borland(seed: int) -> Iterator[Block]:
    """The generator of a poker site of 1999. It outputs its whole state."""
    for states in _congruential(seed, *BORLAND):
        yield states.astype(np.uint32)


def mwc(seed: int) -> Iterator[Block]:
    """Marsaglia's two multiply-with-carry generators. The first gives the high half of a word."""
    pairs = zip(
        *(_multiply_with_carry(seed >> 32 * half & 0xFFFFFFFF, a) for half, a in enumerate(MWC)), strict=False
    )
    for high, low in pairs:
        yield (high << np.uint32(16)) + low


def random(seed: int) -> Iterator[Block]:
    """glibc's random after srandom: x[n] = x[n-3] + x[n-31], without the lowest bit, which is 0 here."""
    state = _srandom(seed)
    steps = BLOCK // LANES
    step = np.eye(LAG, k=1, dtype=np.uint32)
    step[-1, [0, LAG - 3]] = 1
    ahead = _matrix_power(step, steps)
    lanes, made = np.empty((LAG, LANES), np.uint32), np.empty((steps, LANES), np.uint32)
    while True:
        # One generator in many lanes: each lane begins where the one before it ends.
        for lane in range(LANES):
            lanes[:, lane], state = state, ahead @ state
        rows = list(lanes)
        for at in range(steps):
            made[at] = rows[at] + rows[at + LAG - 3]
            rows.append(made[at])
        yield (made.T.ravel() >> np.uint32(1)) << np.uint32(1)


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator that can be selected by name."""

    says: str
    open_stream: Callable[[Seed], WordStream]
    even: bool = True  # whether a sound shuffle with it passes every test at some thousand decks


def _from_seed_prefix(
    begin: Callable[[int], Iterator[Block]], size: int, make: type[WordStream]
) -> Callable[[Seed], WordStream]:
    """Return a factory for a generator that uses only the first bytes of a seed."""
    return lambda seed: make(begin(int.from_bytes(seed[:size], "big")))


GENERATORS: Mapping[str, Generator] = {
    "mt": Generator(
        gettext_noop("the Mersenne Twister with a 512-bit seed, as for our own decks"),
        lambda s: WordStream(mt(s)),
    ),
    "lrand48": Generator(
        gettext_noop("the C library’s, 48 bits of state, a 32-bit seed"),
        _from_seed_prefix(lrand48, 4, ScaledWordStream),
    ),
    "random": Generator(
        gettext_noop("glibc’s additive feedback, a 32-bit seed"),
        _from_seed_prefix(random, 4, ScaledWordStream),
    ),
    "mwc": Generator(
        gettext_noop("Marsaglia’s multiply with carry, twice 32 bits"), _from_seed_prefix(mwc, 8, WordStream)
    ),
    "borland": Generator(
        gettext_noop("the one a card room used in 1999, 32 bits"),
        _from_seed_prefix(borland, 4, ScaledWordStream),
    ),
    "rand": Generator(
        gettext_noop("the example in the C standard: 31 bits of state, 15 of them shown"),
        _from_seed_prefix(rand, 4, ScaledWordStream),
    ),
    "bsd-rand": Generator(
        gettext_noop("the one of old BSDs: the same 31 bits, all shown, and a remainder taken"),
        _from_seed_prefix(bsd_rand, 4, RemainderWordStream),
        even=False,
    ),
}


def _congruential(state: int, multiplier: int, addend: int, bits: int) -> Iterator[NDArray[np.uint64]]:
    """x -> multiplier * x + addend, keeping so many bits, one block in two passes."""
    mask = np.uint64((1 << bits) - 1)
    factors = np.cumprod(np.full(BLOCK, multiplier, np.uint64))
    before = np.concatenate([np.ones(1, np.uint64), factors[:-1]])
    addends = np.uint64(addend) * np.cumsum(before, dtype=np.uint64)
    while True:
        states = factors * np.uint64(state) + addends & mask
        state = int(states[-1])
        yield states


def _multiply_with_carry(seed: int, a: int) -> Iterator[Block]:
    """x -> a * (low half of x) + (high half of x), which is a * x modulo a * 65536 - 1."""
    modulus = np.uint64((a << 16) - 1)
    powers = np.array([a], np.uint64)
    while powers.size < BLOCK:
        powers = np.concatenate([powers, powers * powers[-1] % modulus])
    state = np.uint64(seed % (int(modulus) - 1) + 1)  # 0 would stay 0 forever
    while True:
        states = powers * state % modulus
        state = states[-1]
        yield states.astype(np.uint32)


def _srandom(seed: int) -> Block:
    """Return the 31 words from which glibc's random continues."""
    first = seed or 1
    state = [first - (first >> 31 << 32)]  # C treats it as signed
    for _ in range(LAG - 1):
        state.append(16807 * state[-1] % 0x7FFFFFFF)
    words = [*state, *state[:3]]
    for _ in range(10 * LAG):
        words.append(words[-3] + words[-LAG] & 0xFFFFFFFF)
    return np.array(words[-LAG:], np.uint32)


def _matrix_power(matrix: Block, exponent: int) -> Block:
    """Return a matrix power, in 32-bit words that overflow."""
    result = np.eye(len(matrix), dtype=np.uint32)
    while exponent:
        if exponent & 1:
            result = result @ matrix
        matrix = matrix @ matrix
        exponent >>= 1
    return result
