"""Count the moves acknowledged in a period, and their cost according to the operating system."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import perf_counter, process_time

from bench.live.accounting import busy_seconds
from bench.live.player import Meter, Traffic
from bench.live.progress import log_progress
from bench.live.row import percentile
from bench.live.servers import SERVERS_CORE, Site
from bench.live.waiting import sleep_excluding_pauses
from bench.measurement import MeasurementFailed

# The clients' share of their core, and others' share of the server's core, that trigger a warning.
CLIENTS_BUSY_SHARE, DISTURBED_SHARE = 0.9, 0.1
# A shorter period is a trial, where disturbances do not matter.
TRIAL_SECONDS = 1.0
# Other virtual machines may share a core, and halve its speed while they are busy. The cheapest slice of a
# period shows the cost of a move.
SLICE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Throughput:
    """The result of a period of play."""

    moves: int
    seconds: float
    cpu_per_move: float
    p50: float
    p99: float
    traffic: Traffic

    @property
    def cpu_per_1000(self) -> float:
        return self.cpu_per_move * 1e3


async def measure_throughput(
    site: Site, meter: Meter, seconds: float, cut_short: asyncio.Event | None = None
) -> Throughput:
    """Count acknowledged moves for this many seconds, or until it is cut short."""
    meter.clear()
    cut_short = cut_short or asyncio.Event()
    with without_gc():
        cpu, clients, busy, begun = (
            site.cpu_seconds_so_far(),
            process_time(),
            busy_seconds(SERVERS_CORE),
            perf_counter(),
        )
        meter.is_recording = True
        cheapest, still = await cheapest_slice(site, meter, seconds, cut_short)
        meter.is_recording = False
        cpu, clients, busy = (
            site.cpu_seconds_so_far() - cpu,
            process_time() - clients,
            busy_seconds(SERVERS_CORE) - busy,
        )
        took = perf_counter() - begun - still
    if meter.fault or not meter.ack_latencies:
        raise MeasurementFailed(meter.fault or f"No move was acknowledged in {took:.1f} s.")
    moves = len(meter.ack_latencies)
    if seconds > TRIAL_SECONDS:
        report_disturbances(clients / took, (busy - cpu) / took)
        log_progress(
            f"{cpu / moves * 1e3:.3f} CPU s per 1,000 moves in all, {cheapest * 1e3:.3f} at their cheapest"
        )
    p50, p99 = percentile(meter.ack_latencies, 50), percentile(meter.ack_latencies, 99)
    return Throughput(
        moves,
        took,
        min(cheapest, cpu / moves),
        p50,
        p99,
        meter.traffic_per_move,
    )


async def cheapest_slice(
    site: Site, meter: Meter, seconds: float, cut_short: asyncio.Event
) -> tuple[float, float]:
    """Return the CPU seconds per move in the cheapest whole slice, and the seconds of machine pauses."""
    cheapest, still, begun = inf, 0.0, perf_counter()
    while (left := seconds + still - (perf_counter() - begun)) > 0 and not cut_short.is_set():
        cpu, moves = site.cpu_seconds_so_far(), len(meter.ack_latencies)
        still += await sleep_excluding_pauses(min(left, SLICE_SECONDS), cut_short)
        if left >= SLICE_SECONDS and not cut_short.is_set() and len(meter.ack_latencies) > moves:
            cheapest = min(cheapest, (site.cpu_seconds_so_far() - cpu) / (len(meter.ack_latencies) - moves))
    return cheapest, still


def report_disturbances(clients: float, others: float) -> None:
    """Warn if the clients were the bottleneck, or if other programs used the server's core."""
    if clients > CLIENTS_BUSY_SHARE:
        log_progress(f"the clients were busy {clients:.0%} of the time: moves/s and latencies are theirs")
    if others > DISTURBED_SHARE:
        log_progress(f"other programs had {others:.0%} of the server's core: the cost may be overstated")


@contextmanager
def without_gc() -> Iterator[None]:
    """Disable garbage collection in the clients."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
