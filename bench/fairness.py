"""Chance: a deal's cards, what it costs to watch one, and razz beside the published simulation in C."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from shutil import which
from tempfile import TemporaryDirectory
from time import process_time

from bench.figure import Figure, best_seconds
from bench.watch_cost import watch_cost
from rng import razz
from rng.commitment import deal_key
from rng.deal import deck
from rng.razz.cards import RANKS
from rng.razz.law import count_rows, parse_start
from rng.razz.sampling import sample_rows

DEALS = 1000
POWER = 7
CARDS = "A23"
ROUNDS = 3
PUBLISHED_PROGRAM = Path(razz.__file__).with_name("published.c")


def measure() -> Iterator[Figure]:
    """Times on one core; what is sampled by its CPU time, as the program in C is."""
    yield Figure(
        "fairness", "a deal's cards from its link and the secrets", seconds_per_deal() * 1e6, "us", 100
    )
    yield from watch_cost()
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


def seconds_per_deal() -> float:
    """Seconds from what a finished deal shows to its 52 cards."""
    ctx, link, secrets = bytes(32), bytes(32), (bytes(32), b"\1" * 32)

    def deal_all() -> None:
        for number in range(DEALS):
            deck(deal_key(ctx, number % 200, link, *secrets))

    return best_seconds(deal_all) / DEALS


def compute_razz_law() -> None:
    count_rows(parse_start(CARDS))


def razz_seconds_numpy(seed: int) -> float:
    begun = process_time()
    sample_rows(parse_start(CARDS), 10**POWER, seed)
    return process_time() - begun


def razz_seconds_c(compiler: str) -> float:
    """CPU seconds of the published simulation, the best of some runs."""
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
