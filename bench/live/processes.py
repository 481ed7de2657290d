"""Measure what a lone move costs as the same tables are spread over more and more processes."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import reduce
from operator import add

import psycopg
from redis import Redis

from bench.figure import Figure
from bench.live.alone import Counts, counts_alone, cpu_ms
from bench.live.backing_services import BackingServices, postgresql, with_redis
from bench.live.measure import run_on_uvloop
from bench.live.progress import log_progress
from bench.live.servers import SITE, Site, pin_to_clients_cores, running_server
from bench.live.tables import TablePool
from bench.measurement import BenchOptions, Measurement
from bench.services import ServiceMissing

PROCESSES, QUICK_PROCESSES = (1, 4, 16), (1, 2)
TABLES, QUICK_TABLES = 1000, 20
SECONDS = 12.0
# Between one process and many: the servers' own time, and what they ask of PostgreSQL and Redis.
LIMITS = {"server": 1.15, "PostgreSQL and Redis": 1.15, "commits": 1.05, "bytes from Redis": 1.15}


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
                **cpu_ms(site),
                "commits": float(commits[0]),
                "bytes from Redis": float(redis.info("stats")["total_net_output_bytes"]),
            }

        per_move, at_rest = run_on_uvloop(counts_alone(TablePool(site), count, tables, SECONDS, seed))
    return per_move, at_rest["server"] / 1e3
