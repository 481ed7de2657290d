"""Play real games at a rising rate, until an acknowledgement takes too long or the core is saturated."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from math import ceil
from time import perf_counter

from bench.live.loops import play_at_human_pace
from bench.live.row import percentile
from bench.live.servers import Site
from bench.live.tables import TablePool

SECONDS = 8.0
# Seconds between two moves at a table, as people pause.
SECONDS_PER_MOVE = 1.0
LONGEST_GAME = 60  # moves that every table surely has
RATES = (100, 200, 400, 800, 1200, 1600, 2000, 2400, 3000)
P99_LIMIT, CORE_LIMIT = 0.1, 0.95


@dataclass(frozen=True, slots=True)
class Step:
    """A rate of moves: how many were made, how soon they were acknowledged, and how busy the core was."""

    requested: float
    moves: float
    p99: float
    busy: float

    @property
    def is_sustained(self) -> bool:
        return self.p99 <= P99_LIMIT and self.busy <= CORE_LIMIT and self.moves > 0.95 * self.requested


async def ramp_up(site: Site, seed: int, rates: tuple[int, ...] = RATES) -> AsyncIterator[Step]:
    """Yield steps, up to the first that fails."""
    for rate in rates:
        room = TablePool(site)
        await room.open_tables(ceil(rate * max(SECONDS_PER_MOVE, SECONDS / LONGEST_GAME)))
        cpu, begun = site.cpu_seconds_so_far(), perf_counter()
        await play_at_human_pace(room, len(room.waiting) / rate, SECONDS, seed)
        took, cpu = perf_counter() - begun, site.cpu_seconds_so_far() - cpu
        await room.pause()
        acked = room.meter.ack_latencies
        step = Step(rate, len(acked) / took, percentile(acked, 99), cpu / took)
        room.close()
        await asyncio.sleep(1)
        yield step
        if not step.is_sustained:
            return
