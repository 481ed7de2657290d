"""Measure what a lone move costs as the same tables are spread over more and more processes."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import reduce
from operator import add
from time import perf_counter

import psycopg
from redis import Redis

from bench.figure import Figure
from bench.live.accounting import cpu_seconds
from bench.live.backing_services import BackingServices, postgresql, with_redis
from bench.live.loops import play_at_human_pace
from bench.live.measure import run_on_uvloop
from bench.live.progress import log_progress
from bench.live.servers import SITE, Site, pin_to_clients_cores, running_server
from bench.live.tables import TablePool
from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from bench.services import ServiceMissing

Counts = Mapping[str, float]

PROCESSES, QUICK_PROCESSES = (1, 4, 16), (1, 2)
TABLES, QUICK_TABLES = 1000, 20
MOVES_PER_SECOND, SECONDS, REST_SECONDS = 100, 12.0, 8.0
# Between one process and many: the servers' own time, and what they ask of PostgreSQL and Redis.
LIMITS = {"servers": 1.15, "PostgreSQL and Redis": 1.15, "commits": 1.05, "bytes from Redis": 1.15}


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Play on PostgreSQL with Redis, all on one core. Site-wide jobs are left to `manage.py sweep`."""
    pin_to_clients_cores()
    numbers, tables = (QUICK_PROCESSES, QUICK_TABLES) if options.quick else (PROCESSES, TABLES)
    costs: dict[int, Counts] = {}
    try:
        for processes in numbers:
            log_progress(f"{tables} tables on {processes} processes ...")
            with postgresql() as plain, with_redis(plain) as backing, ExitStack() as stack:
                environment = {**backing.environment, "CHORES": "own"}
                servers = [running_server(SITE, environment, backing.pids) for _ in range(processes)]
                site = reduce(add, map(stack.enter_context, servers))
                costs[processes], at_rest = measure_site(site, backing, tables, options.seed)
            yield Figure("processes", f"{processes}: {tables} tables at rest, servers", at_rest, "of a core")
            for what, cost in costs[processes].items():
                yield Figure("processes", f"{processes}: a lone move, {what}", cost, "")
    except ServiceMissing as missing:
        return log_progress(f"{missing}: no processes were compared")
    for processes in numbers[1:]:
        for what, limit in LIMITS.items():
            share = costs[processes][what] / costs[1][what]
            yield Figure("processes", f"{processes}, of one: a lone move, {what}", share, "times", limit)


def measure_site(site: Site, backing: BackingServices, tables: int, seed: int) -> tuple[Counts, float]:
    """Return what a move costs above servers at rest, in milliseconds, commits and bytes; and that rest."""
    with (
        psycopg.connect(backing.environment["DATABASE_URL"], autocommit=True) as database,
        Redis.from_url(backing.environment["REDIS_URL"]) as redis,
    ):

        def count() -> Counts:
            commits = database.execute("SELECT sum(xact_commit) FROM pg_stat_database").fetchone() or (0,)
            return {
                "servers": cpu_seconds(site.pids) * 1e3,
                "PostgreSQL and Redis": cpu_seconds(site.database) * 1e3,
                "commits": float(commits[0]),
                "bytes from Redis": float(redis.info("stats")["total_net_output_bytes"]),
            }

        return run_on_uvloop(measure_moves(TablePool(site), count, tables, seed))


async def measure_moves(
    room: TablePool, count: Callable[[], Counts], tables: int, seed: int
) -> tuple[Counts, float]:
    await room.open_tables(tables)
    await asyncio.sleep(2)
    before, begun = count(), perf_counter()
    await asyncio.sleep(REST_SECONDS)
    at_rest = {what: (much - before[what]) / (perf_counter() - begun) for what, much in count().items()}
    before, begun = count(), perf_counter()
    await play_at_human_pace(room, tables / MOVES_PER_SECOND, SECONDS, seed)
    await room.pause()
    await asyncio.sleep(1)  # until PostgreSQL has counted its commits
    took, after, moves = perf_counter() - begun, count(), len(room.meter.ack_latencies)
    room.close()
    if room.meter.fault or not moves:
        raise MeasurementFailed(room.meter.fault or "No move was acknowledged.")
    per_move = {what: (after[what] - before[what] - took * at_rest[what]) / moves for what in after}
    return per_move, at_rest["servers"] / 1e3
