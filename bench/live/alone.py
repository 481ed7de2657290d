"""Measure moves that arrive one at a time, as people make them: no two share a batch, commit or write."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

from bench.figure import Figure
from bench.live.accounting import cpu_seconds
from bench.live.loops import play_at_human_pace
from bench.live.room import Room
from bench.live.servers import Site
from bench.measurement import MeasurementFailed

TABLES, MOVES_PER_SECOND, SECONDS, QUICK_SECONDS = 60, 100, 8.0, 4.0
# Opened tables cost something for a while: the first deal is examined, and PostgreSQL counts with a delay.
SETTLE_SECONDS, REST_SECONDS = 5.0, 8.0
Counts = dict[str, float]
LIMITS = {"server": 0.5, "PostgreSQL and Redis": 0.2}  # milliseconds
ECHO_LIMIT = 2.2


def cpu_ms(site: Site) -> Counts:
    """Return the CPU milliseconds so far of the servers, and of their database if it is a process."""
    return {
        "server": cpu_seconds(site.pids) * 1e3,
        "PostgreSQL and Redis": cpu_seconds(site.database) * 1e3,
    }


async def measure_alone(room: Room, seconds: float, seed: int) -> tuple[Counts, Counts]:
    """Return the CPU milliseconds of a move, beyond those at rest; and those at rest, in a second."""
    return await counts_alone(room, partial(cpu_ms, room.site), TABLES, seconds, seed)


async def counts_alone(
    room: Room, count: Callable[[], Counts], tables: int, seconds: float, seed: int
) -> tuple[Counts, Counts]:
    """Return by how much counts grow with a move, beyond their growth at rest; and that, in a second."""
    await room.open_tables(tables)
    await asyncio.sleep(SETTLE_SECONDS)
    at_rest = await growth_at_rest(count)
    before, begun = count(), perf_counter()
    await play_at_human_pace(room, tables / MOVES_PER_SECOND, seconds, seed)
    await room.pause()
    await asyncio.sleep(1)  # until PostgreSQL has counted its commits
    took, after, moves = perf_counter() - begun, count(), len(room.meter.ack_latencies)
    room.close()
    if room.meter.fault or not moves:
        raise MeasurementFailed(room.meter.fault or "No single move was acknowledged.")
    return {what: (after[what] - before[what] - took * at_rest[what]) / moves for what in after}, at_rest


async def growth_at_rest(count: Callable[[], Counts]) -> Counts:
    """Return by how much counts grow in a second of an idle server."""
    before, begun = count(), perf_counter()
    await asyncio.sleep(REST_SECONDS)
    return {what: (much - before[what]) / (perf_counter() - begun) for what, much in count().items()}


def figures(per_move: Counts, at_rest_ms: float, where: str, *, with_database: bool) -> Iterator[Figure]:
    for what, limit in LIMITS.items():
        if with_database or what == "server":
            told = f"a move that comes alone: {what} ({where})"
            yield Figure("live", told, per_move[what], "ms CPU", limit)
    yield Figure("live", f"{TABLES} tables at rest: server ({where})", at_rest_ms, "ms CPU a second")


def multiple_of_echo(per_move: Counts, of_echo: Counts, where: str) -> Figure:
    """Return how many times as much as the frames of a lone move the whole move costs."""
    what = f"a move that comes alone, of its frames from the echo ({where})"
    return Figure("live", what, sum(per_move.values()) / of_echo["server"], "times", ECHO_LIMIT)
