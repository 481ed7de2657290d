"""Measure moves that arrive one at a time, as people make them: no two share a batch, commit or write."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from bench.figure import Figure
from bench.live.accounting import cpu_seconds
from bench.live.loops import play_at_human_pace
from bench.live.room import Room
from bench.live.servers import Site
from bench.live.tables import TablePool
from bench.measurement import MeasurementFailed

TABLES, MOVES_PER_SECOND, SECONDS, QUICK_SECONDS = 60, 100, 8.0, 4.0
REST_SECONDS = 4.0
Counts = dict[str, float]
SERVER_LIMIT, DATABASE_LIMIT = 0.5, 0.2  # milliseconds


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds of the server, and of a database process if there is one."""

    server: float
    database: float

    @classmethod
    def so_far(cls, site: Site) -> "Cost":
        return cls(cpu_seconds(site.pids), cpu_seconds(site.database))

    def since(self, before: "Cost") -> "Cost":
        return Cost(self.server - before.server, self.database - before.database)

    def times(self, factor: float) -> "Cost":
        return Cost(self.server * factor, self.database * factor)


async def measure_alone(site: Site, where: str, seconds: float, seed: int) -> list[Figure]:
    """Yield the figures of our server."""
    per_move, at_rest = await cost_alone(TablePool(site), seconds, seed)
    return list(figures(per_move, at_rest, where, with_database=bool(site.database)))


async def cost_alone(room: Room, seconds: float, seed: int) -> tuple[Cost, Cost]:
    """Return the milliseconds per move above an idle server with all these tables, and its idle cost."""
    site = room.site

    def count() -> Counts:
        return {"server": cpu_seconds(site.pids), "database": cpu_seconds(site.database)}

    per_move, at_rest = await counts_alone(room, count, TABLES, seconds, seed)
    return Cost(**per_move).times(1e3), Cost(**at_rest)


async def counts_alone(
    room: Room, count: Callable[[], Counts], tables: int, seconds: float, seed: int
) -> tuple[Counts, Counts]:
    """Return by how much counts grow with a move, beyond their growth at rest; and that, in a second."""
    await room.open_tables(tables)
    await asyncio.sleep(1)
    before, begun = count(), perf_counter()
    await asyncio.sleep(REST_SECONDS)
    at_rest = {what: (much - before[what]) / (perf_counter() - begun) for what, much in count().items()}
    before, begun = count(), perf_counter()
    await play_at_human_pace(room, tables / MOVES_PER_SECOND, seconds, seed)
    await room.pause()
    await asyncio.sleep(1)  # until PostgreSQL has counted its commits
    took, after, moves = perf_counter() - begun, count(), len(room.meter.ack_latencies)
    room.close()
    if room.meter.fault or not moves:
        raise MeasurementFailed(room.meter.fault or "No single move was acknowledged.")
    return {what: (after[what] - before[what] - took * at_rest[what]) / moves for what in after}, at_rest


async def cost_at_rest(site: Site) -> Cost:
    """Return the CPU seconds per second of an idle server."""
    before = Cost.so_far(site)
    await asyncio.sleep(REST_SECONDS)
    return Cost.so_far(site).since(before).times(1 / REST_SECONDS)


def figures(per_move: Cost, at_rest: Cost, where: str, *, with_database: bool) -> Iterator[Figure]:
    moves = [("server", per_move.server, SERVER_LIMIT)]
    moves += [("PostgreSQL and Redis", per_move.database, DATABASE_LIMIT)] if with_database else []
    for who, cost, limit in moves:
        yield Figure("live", f"a move that comes alone: {who} ({where})", cost, "ms CPU", limit)
    at_rest_ms = at_rest.server * 1e3
    yield Figure("live", f"{TABLES} tables at rest: server ({where})", at_rest_ms, "ms CPU a second")
