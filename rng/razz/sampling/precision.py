"""Measures the distance of a sample from the exact distribution for growing numbers of games."""

from collections.abc import Iterator, Mapping
from math import sqrt
from time import process_time
from typing import NamedTuple

from common.progress import StartProgress
from rng.razz.hands.law import Start, count_rows, shares
from rng.razz.sampling.arrays import LANES, sample_rows

STEPS = 2  # sample sizes per power of ten, evenly spaced on a log scale
FEWEST_POWER = 1


class Precision(NamedTuple):
    """The error of a sample: the root mean square over all rows."""

    games: int
    error: float
    expected: float
    seconds: float


def measure_precision(
    start: Start, power: int, seed: int, generator: str, start_progress: StartProgress
) -> Iterator[Precision]:
    """Yield the precision of a sample of each size up to 10^power games."""
    law = shares(count_rows(start))
    sizes = sample_sizes(power)
    progress = start_progress(sum(-(-games // LANES) for games in sizes))
    for games in sizes:
        begun = process_time()
        found = sample_rows(start, games, seed, progress, generator)
        seconds = process_time() - begun
        yield Precision(games, root_mean_square(shares(found), law), expected_error(law, games), seconds)


def sample_sizes(power: int) -> list[int]:
    """Return sample sizes from ten to 10^power."""
    return [round(10 ** (step / STEPS)) for step in range(STEPS * FEWEST_POWER, STEPS * power + 1)]


def root_mean_square(found: Mapping[int, float], law: Mapping[int, float]) -> float:
    """Return the root mean square distance of shares from a distribution."""
    return sqrt(sum((found[row] - share) ** 2 for row, share in law.items()) / len(law))


def expected_error(law: Mapping[int, float], games: int) -> float:
    """Return the expected error of a sample, from chance alone."""
    return sqrt(sum(share * (1 - share) for share in law.values()) / (games * len(law)))
