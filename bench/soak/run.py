"""Run a soak test: two servers, their PostgreSQL and Redis, moderate load, a sample every few seconds."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from time import monotonic
from typing import Any

from bench.live.accounting import cpu_seconds, pin
from bench.live.backing_services import postgresql, with_redis
from bench.live.measure import run_on_uvloop
from bench.live.servers import CORES, SITE, Site, raise_open_file_limit, running_server
from bench.soak.load import Load, Population
from bench.soak.samples import Sample, Sampler
from bench.soak.slopes import Slope, slopes

SERVERS = 2
SAMPLE_EVERY = 5.0
REPORT_EVERY = 60.0
WARM_UP = 0.25  # of the time: until every kind of visit has been made many times


@dataclass
class SoakResult:
    """The result of a soak."""

    samples: list[tuple[float, Sample]] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    cores: float = 0.0

    @property
    def slopes(self) -> list[Slope]:
        """The slopes after the warm-up."""
        begun = self.samples[-1][0] * WARM_UP
        return slopes([(at, sample) for at, sample in self.samples if at >= begun])

    @property
    def is_flat(self) -> bool:
        return all(slope.is_flat for slope in self.slopes)

    def to_json(self) -> dict[str, Any]:
        return {
            "is_flat": self.is_flat,
            "seconds": round(self.samples[-1][0]),
            "cores": round(self.cores, 3),
            "done": self.done,
            "faults": self.faults,
            "slopes": [slope.to_json() for slope in self.slopes],
            "samples": [{"at": round(at, 1), **_rounded(sample)} for at, sample in self.samples],
        }


def run_soak(seconds: float, population: Population, seed: int, log: Callable[[str], None]) -> SoakResult:
    """Run the load for this long, and sample what could grow."""
    raise_open_file_limit()
    with ExitStack() as stack:
        backing = stack.enter_context(with_redis(stack.enter_context(postgresql())))
        servers = [running_server(SITE, backing.environment, backing.pids) for _ in range(SERVERS)]
        site = reduce(add, map(stack.enter_context, servers))
        pin({*site.pids, *backing.pids}, set(CORES))
        watched = Sampler(site.pids, backing)
        return run_on_uvloop(_sample_under_load(seconds, site, watched, Load(site, population, seed), log))


def load_counts(seen: Sample, sockets: int, tables: int) -> Sample:
    """Return the load's own counts. Players switch between servers, so open sockets are counted in total."""
    held = sum(count for what, count in seen.items() if what.endswith("files and sockets"))
    return {
        "servers files": held - sockets,
        "clients sockets": float(sockets),
        "tables at play": float(tables),
    }


async def _sample_under_load(
    seconds: float, site: Site, sampler: Sampler, load: Load, log: Callable[[str], None]
) -> SoakResult:
    soaked, begun, before = SoakResult(), monotonic(), site.cpu_seconds_so_far()
    evening, told_at = asyncio.create_task(load.run()), begun
    while (at := monotonic() - begun) < seconds and not evening.done():
        seen = await asyncio.to_thread(sampler.sample)
        seen |= load_counts(seen, len(load.sockets), len(load.playing))
        soaked.samples.append((at, seen))
        if monotonic() - told_at > REPORT_EVERY:
            told_at = monotonic()
            log(describe_progress(at, seconds, seen, load))
        await asyncio.sleep(SAMPLE_EVERY)
    soaked.cores = (cpu_seconds(site.database.union(site.pids)) - before) / (monotonic() - begun)
    soaked.done, soaked.faults = dict(load.done), dict(load.faults)
    evening.cancel()
    with suppress(asyncio.CancelledError):
        await evening
    return soaked


def describe_progress(at: float, seconds: float, seen: Sample, load: Load) -> str:
    memory = ", ".join(f"{seen[f'server {n} memory MB']:.1f}" for n in range(1, SERVERS + 1))
    games = load.done["a table with a bot"] + load.done["a table of two people"] * 3
    faults = sum(load.faults.values())
    return (
        f"{at / 60:.0f} of {seconds / 60:.0f} minutes: servers {memory} MB, {load.done['moves']:,} moves, "
        f"about {games} games, {load.done['a page']:,} pages, {faults} faults ..."
    )


def _rounded(sample: Sample) -> Sample:
    return {what: round(value, 2) for what, value in sample.items()}
