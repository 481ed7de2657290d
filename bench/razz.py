"""Measure razz against the published simulation in C."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from shutil import which
from tempfile import TemporaryDirectory
from time import process_time

from bench.figure import Figure, best_seconds
from rng.razz.hands.cards import RANKS
from rng.razz.hands.law import count_rows, parse_start
from rng.razz.sampling.arrays import sample_rows

POWER = 7
CARDS = "A23"
ROUNDS = 3
PUBLISHED_PROGRAM = Path(__file__).resolve().parents[1] / "rng/razz/tests/published_razz.c"


def measure() -> Iterator[Figure]:
    """Measure on one core. The sampling is measured in CPU time, like the program in C."""
    yield Figure("fairness", f"razz {CARDS}: the exact law", best_seconds(compute_razz_law) * 1e3, "ms", 10)
    ours = min(razz_seconds_numpy(seed) for seed in range(ROUNDS))
    yield Figure("fairness", f"razz {CARDS}: 10^{POWER} games drawn", ours, "s CPU", 0.5)
    compiler = which("cc") or which("gcc")
    if compiler is None:
        yield Figure(
            "fairness", "compilers of C found, so that the published program was not measured", 0, ""
        )
        return
    theirs = razz_seconds_c(compiler)
    yield Figure("fairness", f"razz {CARDS}: the same as published, in C, compiled -O2", theirs, "s CPU")
    yield Figure("fairness", f"razz {CARDS}: our time as a part of that in C", ours / theirs, "", 1)


def compute_razz_law() -> None:
    count_rows(parse_start(CARDS))


def razz_seconds_numpy(seed: int) -> float:
    begun = process_time()
    sample_rows(parse_start(CARDS), 10**POWER, seed)
    return process_time() - begun


def razz_seconds_c(compiler: str) -> float:
    """Return the CPU seconds of the published simulation, the best of some runs."""
    with TemporaryDirectory(prefix="every-other-razz-") as work:
        program = f"{work}/published"
        build = [compiler, "-std=c99", "-O2", "-o", program, str(PUBLISHED_PROGRAM)]
        subprocess.run(build, check=True, capture_output=True)
        run = [program, str(POWER), *(str(RANKS.index(card)) for card in CARDS)]
        times = []
        for _ in range(ROUNDS):
            before = getrusage(RUSAGE_CHILDREN)
            subprocess.run(run, check=True, capture_output=True)
            after = getrusage(RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)
