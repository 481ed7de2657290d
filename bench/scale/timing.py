"""Time some work, about another row every time, and name its slowest query.

Limits apply to CPU time, ours plus the database's. Wall-clock time would depend more on other load of the
machine. A busy server has no second core to spare, so no query gets one.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from django.db import connection

from bench.children import write_result
from bench.figure import Figure
from bench.live.row import percentile

ROUNDS = 40
MAX_SQL_LENGTH = 1500  # of a reported query
MS = 1000.0
# For a page of players, a page of hosts, and a job that others wait for on the database thread.
PLAYER_PAGE_LIMIT_MS, HOST_PAGE_LIMIT_MS, JOB_LIMIT_MS = 100.0, 300.0, 100.0

Work = Callable[[int], object]


@dataclass
class SlowestQuery:
    """The slowest query of some work, reported where a limit is exceeded."""

    took: float = 0.0
    sql: str = ""
    params: Any = None
    queries: int = 0

    def record(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        begun = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.queries += 1
            if (took := perf_counter() - begun) > self.took:
                self.took, self.sql, self.params = took, sql, params


def measure_work(
    what: str,
    work: Work,
    limit: float | None,
    rounds: int = ROUNDS,
    before: Callable[[], object] = lambda: None,
) -> None:
    """Report percentiles of the CPU time, of which the 95th has the limit, and of the wall-clock time."""
    work(0)  # warm up
    cores, walls, slowest = [], [], SlowestQuery()
    for turn in range(1, rounds + 1):
        before()
        wall, core = perf_counter(), cpu_seconds_with_backend()
        with connection.execute_wrapper(slowest.record):
            work(turn)
        cores.append((cpu_seconds_with_backend() - core) * MS)
        walls.append((perf_counter() - wall) * MS)
    p95 = percentile(cores, 95)
    write_result(Figure("scale", f"{what}: p95", p95, "ms CPU", limit))
    write_result(Figure("scale", f"{what}: p50", percentile(cores, 50), "ms CPU"))
    write_result(Figure("scale", f"{what}: p50 on the wall", percentile(walls, 50), "ms"))
    write_result(Figure("scale", f"{what}: statements", slowest.queries / rounds, ""))
    if limit is not None and p95 >= limit:
        print_slowest_plan(what, slowest, rounds)


def cpu_seconds_with_backend() -> float:
    """Return the CPU seconds of this process and of its database session so far."""
    connection.ensure_connection()
    backend = connection.connection.info.backend_pid
    return process_time() + int(Path(f"/proc/{backend}/schedstat").read_text().split()[0]) / 1e9


def print_slowest_plan(what: str, slowest: SlowestQuery, rounds: int) -> None:
    """Print PostgreSQL's plan for the slowest query."""
    print(
        f"-- {what}: {slowest.queries / rounds:.0f} queries, the slowest {slowest.took * MS:.0f} ms",
        slowest.sql[:MAX_SQL_LENGTH],
        sep="\n",
        file=sys.stderr,
        flush=True,
    )
    if slowest.sql.lstrip().startswith("SELECT"):
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF, SUMMARY OFF) {slowest.sql}", slowest.params)
            print(*[line[:300] for (line,) in cursor.fetchall()], sep="\n", file=sys.stderr, flush=True)
