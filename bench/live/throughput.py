"""How it is counted: moves acknowledged in a span of time, and what the operating system says they cost."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import perf_counter, process_time

from bench.live.accounting import busy_seconds
from bench.live.player import Meter
from bench.live.progress import say
from bench.live.row import percentile
from bench.live.servers import SERVERS_CORE, Site
from bench.live.waiting import rest
from bench.measurement import NothingMeasured

# The clients' share of their core, and others' of the server's, from where on it is told.
BUSY, DISTURBED = 0.9, 0.1
# A shorter span is a trial, and its disturbances do no harm.
A_SPAN = 1.0
# A core is shared with whoever else the machine serves, and half as fast while they are busy: the cheapest
# slice of a span tells what a move costs.
A_SLICE = 0.5


@dataclass(frozen=True, slots=True)
class Counted:
    """What a span of play came to."""

    moves: int
    seconds: float
    cpu_per_move: float
    p50: float
    p99: float
    bytes_per_move: float

    @property
    def cpu_per_1000(self) -> float:
        return self.cpu_per_move * 1e3


async def count(site: Site, meter: Meter, seconds: float, cut_short: asyncio.Event | None = None) -> Counted:
    """What is acknowledged in so many seconds, or until it is cut short."""
    meter.clear()
    cut_short = cut_short or asyncio.Event()
    with undisturbed():
        cpu, clients, busy, begun = site.cpu(), process_time(), busy_seconds(SERVERS_CORE), perf_counter()
        meter.counting = True
        cheapest, still = await slices(site, meter, seconds, cut_short)
        meter.counting = False
        cpu, clients, busy = site.cpu() - cpu, process_time() - clients, busy_seconds(SERVERS_CORE) - busy
        took = perf_counter() - begun - still
    if meter.fault or not meter.acked:
        raise NothingMeasured(meter.fault or f"No move was acknowledged in {took:.1f} s.")
    moves = len(meter.acked)
    if seconds > A_SPAN:
        tell_of_disturbances(clients / took, (busy - cpu) / took)
        say(f"{cpu / moves * 1e3:.3f} CPU s per 1,000 moves in all, {cheapest * 1e3:.3f} at their cheapest")
    p50, p99 = percentile(meter.acked, 50), percentile(meter.acked, 99)
    return Counted(moves, took, min(cheapest, cpu / moves), p50, p99, meter.bytes_heard / moves)


async def slices(site: Site, meter: Meter, seconds: float, cut_short: asyncio.Event) -> tuple[float, float]:
    """CPU seconds a move in the cheapest whole slice, and the seconds that the machine stood still."""
    cheapest, still, begun = inf, 0.0, perf_counter()
    while (left := seconds + still - (perf_counter() - begun)) > 0 and not cut_short.is_set():
        cpu, moves = site.cpu(), len(meter.acked)
        still += await rest(min(left, A_SLICE), cut_short)
        if left >= A_SLICE and not cut_short.is_set() and len(meter.acked) > moves:
            cheapest = min(cheapest, (site.cpu() - cpu) / (len(meter.acked) - moves))
    return cheapest, still


def tell_of_disturbances(clients: float, others: float) -> None:
    """Say so when the clients were the bottleneck, or when others used the server's core."""
    if clients > BUSY:
        say(f"the clients were busy {clients:.0%} of the time: moves/s and latencies are theirs")
    if others > DISTURBED:
        say(f"other programs had {others:.0%} of the server's core: it may look dearer than it is")


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage is collected among the clients meanwhile."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
