"""Generators in blocks give the same words as one by one. Expected C values were printed by glibc 2.36."""

from collections.abc import Callable, Iterator

import pytest

from rng.lab import generators
from rng.lab.generators import BLOCK, GENERATORS, Block, ScaledWordStream, WordStream
from rng.twister import twister

FAR = BLOCK + 4464  # into the second block


def far(begin: Callable[[int], Iterator[Block]], seed: int, shift: int = 0) -> list[int]:
    """Return the first two words, and two words after one block."""
    words = (WordStream(begin(seed)).draw(FAR) >> shift).tolist()
    return [*words[:2], *words[-2:]]


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (1, [1804289383, 846930886, 724048017, 916291987]),
        (0, [1804289383, 846930886, 724048017, 916291987]),
        (12345, [383100999, 858300821, 164608162, 1980583699]),
        (3000000000, [2058147116, 854483408, 591048273, 539816166]),
    ],
)
def test_random_is_that_of_glibc(seed: int, words: list[int]) -> None:
    assert far(generators.random, seed, 1) == words


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (1, [89400484, 976015093, 416218992, 744540544]),
        (3000000000, [359904366, 1032720576, 689423197, 257267359]),
    ],
)
def test_lrand48_is_that_of_the_c_library(seed: int, words: list[int]) -> None:
    assert far(generators.lrand48, seed, 1) == words


def test_rand_is_the_c_standards_example_and_bsd_rand_shows_all_bits() -> None:
    states = [1]
    for _ in range(FAR):
        states.append(states[-1] * 1103515245 + 12345 & 0x7FFFFFFF)
    words = [state // 65536 % 32768 for state in states[1:]]
    assert words[:3] == [16838, 5758, 10113]  # known from many programs
    assert far(generators.rand, 1, 17) == [*words[:2], *words[-2:]]
    assert far(generators.bsd_rand, 1) == [*states[1:3], *states[-2:]]


def test_the_generator_of_1999_gives_the_published_vector() -> None:
    assert ScaledWordStream(generators.borland(12345)).draw(1) == [1655067934]
    assert ScaledWordStream(generators.borland(12345)).randbelow([52], 1) == [[20]]


def one_by_one_mwc(seed: int) -> Iterator[int]:
    z, w = ((seed >> 32 * half & 0xFFFFFFFF) % ((a << 16) - 2) + 1 for half, a in enumerate(generators.MWC))
    while True:
        z, w = 36969 * (z & 0xFFFF) + (z >> 16), 18000 * (w & 0xFFFF) + (w >> 16)
        yield (z << 16) + w & 0xFFFFFFFF


def one_by_one_borland(state: int) -> Iterator[int]:
    while True:
        state = 134775813 * state + 1 & 0xFFFFFFFF
        yield state


@pytest.mark.parametrize("name", ["mwc", "borland"])
@pytest.mark.parametrize("seed", [0, 77 << 32 | 12345, 2**64 - 1])
def test_blocks_continue_each_other(name: str, seed: int) -> None:
    seed &= 2**64 - 1 if name == "mwc" else 2**32 - 1
    slowly = {"mwc": one_by_one_mwc, "borland": one_by_one_borland}[name](seed)
    expected = [next(slowly) for _ in range(FAR)]
    words = WordStream(getattr(generators, name)(seed))
    assert [*words.draw(5), *words.draw(BLOCK), *words.draw(FAR - BLOCK - 5)] == expected


def test_the_twister_is_ours() -> None:
    seed, plain = bytes(range(64)), twister(bytes(range(64)))
    assert GENERATORS["mt"].open_stream(seed).draw(1000).tolist() == [
        plain.getrandbits(32) for _ in range(1000)
    ]


@pytest.mark.parametrize("name", GENERATORS)
def test_numbers_below_a_limit_are_about_uniform(name: str) -> None:
    rows = GENERATORS[name].open_stream(bytes(range(64))).randbelow([2, 52, 256], 50_000).astype(int)
    for column, limit in zip(rows.T, (2, 52, 256), strict=True):
        counts = [(column == number).sum() for number in range(limit)]
        assert sum(counts) == 50_000
        assert min(counts) > 50_000 / limit * 0.6
