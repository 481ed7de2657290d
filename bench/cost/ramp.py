"""Real games at a rising rate, until an acknowledgement takes too long or the core is full."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from math import ceil
from time import perf_counter

from bench.live.loops import at_peoples_pace
from bench.live.row import percentile
from bench.live.servers import Site
from bench.live.tables import Room

SECONDS = 8.0
# Nobody plays on and on: between two moves at a table there are so many seconds.
A_MOVE_EVERY = 1.0
LONGEST_GAME = 60  # moves that a table surely has
RATES = (100, 200, 400, 800, 1200, 1600, 2000, 2400, 3000)
TOO_LONG, FULL = 0.1, 0.95


@dataclass(frozen=True, slots=True)
class Step:
    """So many moves a second asked for: how many came, how soon acknowledged, how busy the core was."""

    asked: float
    moves: float
    p99: float
    busy: float

    @property
    def holds(self) -> bool:
        return self.p99 <= TOO_LONG and self.busy <= FULL and self.moves > 0.95 * self.asked


async def rise(site: Site, seed: int, rates: tuple[int, ...] = RATES) -> AsyncIterator[Step]:
    """Steps, up to the first that does not hold."""
    for rate in rates:
        room = Room(site)
        await room.lay(ceil(rate * max(A_MOVE_EVERY, SECONDS / LONGEST_GAME)))
        cpu, begun = site.cpu(), perf_counter()
        await at_peoples_pace(room, len(room.waiting) / rate, SECONDS, seed)
        took, cpu = perf_counter() - begun, site.cpu() - cpu
        await room.pause()
        acked = room.meter.acked
        step = Step(rate, len(acked) / took, percentile(acked, 99), cpu / took)
        room.close()
        await asyncio.sleep(1)
        yield step
        if not step.holds:
            return
