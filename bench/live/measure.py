"""Measure the cost of live play: rows of the closed loop with their echo, and related figures.

The server and its database share one core. The clients, in this process, have the others.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import AbstractContextManager, ExitStack
from typing import Any, TypeVar

from bench.figure import Figure
from bench.live import alone, opening
from bench.live.backing_services import DATABASES, BackingServices, with_redis
from bench.live.echo_client import EchoRoom
from bench.live.idle import measure_idle
from bench.live.loops import closed_loop, echo_loop, open_loop
from bench.live.player import Traffic
from bench.live.progress import log_progress
from bench.live.row import AT_TABLES, MOST_TABLES, Row, percentile
from bench.live.servers import ECHO, SITE, Site, pin_to_clients_cores, running_server
from bench.live.tables import TablePool
from bench.live.throughput import Throughput
from bench.live.waiting import pauses
from bench.measurement import BenchOptions, Measurement, MeasurementFailed
from bench.services import ServiceMissing

T = TypeVar("T")

TABLES = (1, AT_TABLES, MOST_TABLES)
SECONDS, QUICK_SECONDS = 4.0, 2.0
# Five hundred tables at people's pace are a hundred moves a second.
SECONDS_PER_MOVE, OPEN_SECONDS = 5.0, 20.0


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Measure every database. The short forms leave out all but 50 tables."""
    pin_to_clients_cores()
    for database in options.databases:
        try:
            with DATABASES[database]() as backing:
                yield from LiveMeasurement(options, database, backing).measure_all()
        except ServiceMissing as missing:
            log_progress(f"{missing}: no rows on {database}")


class LiveMeasurement:
    """The measurements of a server on one database."""

    def __init__(self, options: BenchOptions, database: str, backing: BackingServices) -> None:
        self.options, self.database, self.backing = options, database, backing
        self.is_short = options.quick
        self.seconds = options.seconds or (QUICK_SECONDS if options.quick else SECONDS)
        self.rows: dict[int, Row] = {}
        self.traffic: dict[int, Traffic] = {}

    def measure_all(self) -> Iterator[Measurement]:
        """Yield the wanted rows, and in the full measurement the figures too."""
        tables = self.options.tables or ((AT_TABLES,) if self.is_short else TABLES)
        for number in tables:
            yield from self.measure_tables(number)
        if not self.options.tables:
            yield from self.measure_at_peoples_pace()
        if AT_TABLES in self.rows and MOST_TABLES in self.rows:
            ratio = self.rows[MOST_TABLES].cpu_s_per_1000 / self.rows[AT_TABLES].cpu_s_per_1000
            what = f"CPU a move at 500 tables, of that at 50 ({self.database})"
            yield Figure("live", what, ratio, "times", 1.3)
        if self.database == "sqlite" and not self.is_short and not self.options.tables:
            yield from self.measure_idle_site()

    def measure_tables(self, tables: int) -> Iterator[Measurement]:
        """Play games, then echo frames of the same length. The largest row is preceded by people's pace."""
        log_progress(f"{self.database}, {tables} tables ...")
        counted, reached = self.play_with_retry(tables)
        if reached:
            what = f"open loop, 500 tables, 100 moves/s: p99 until the opponent knows ({self.database})"
            yield Figure("live", what, percentile(reached, 99) * 1e3, "ms", 25)
        self.rows[tables], self.traffic[tables] = self.build_row("game", tables, counted), counted.traffic
        yield self.rows[tables]
        with running_server(ECHO, {}) as site:
            echoed = run_on_uvloop(echo_loop(site, counted.traffic, tables, self.seconds))
        yield self.build_row("echo", tables, echoed)

    def play_with_retry(self, tables: int) -> tuple[Throughput, list[float]]:
        """Play in a room. Retry once if it failed while the machine was paused."""
        pauses.clear()
        try:
            return self._play_once(tables)
        except MeasurementFailed as fault:
            if not pauses:
                raise
            log_progress(f"retrying, because the machine was paused: {fault}")
            return self._play_once(tables)

    def _play_once(self, tables: int) -> tuple[Throughput, list[float]]:
        with self.serving(self.backing) as site:
            return run_on_uvloop(self.run_loops(site, tables))

    async def run_loops(self, site: Site, tables: int) -> tuple[Throughput, list[float]]:
        room = TablePool(site)
        await room.open_tables(tables)
        reached = []
        if tables == MOST_TABLES and not self.is_short:
            reached = await open_loop(room, SECONDS_PER_MOVE, OPEN_SECONDS, self.options.seed)
        counted = await closed_loop(room, tables, self.seconds)
        await room.pause()
        room.close()
        return counted, reached

    def measure_at_peoples_pace(self) -> Iterator[Measurement]:
        """Measure moves that share no batch at people's pace. PostgreSQL is used with Redis."""
        log_progress(f"{self.database}, games that open and moves that come alone ...")
        quick = self.options.quick
        seconds = alone.QUICK_SECONDS if quick else alone.SECONDS
        pairs = opening.QUICK_PAIRS if quick else opening.PAIRS
        with ExitStack() as stack:
            backing = self.backing
            if self.database == "postgresql":
                backing = stack.enter_context(with_redis(backing))
            site = stack.enter_context(self.serving(backing))
            yield from run_on_uvloop(opening.measure_opening(site, self.database, pairs))
            per_move, at_rest = run_on_uvloop(
                alone.measure_alone(TablePool(site), seconds, self.options.seed)
            )
        has_database = bool(backing.pids)
        yield from alone.figures(per_move, at_rest["server"], self.database, with_database=has_database)
        with running_server(ECHO, {}) as site:
            echo = EchoRoom(site, self.traffic[AT_TABLES])
            of_echo, _ = run_on_uvloop(alone.measure_alone(echo, seconds, self.options.seed))
        yield alone.multiple_of_echo(per_move, of_echo, self.database)

    def measure_idle_site(self) -> Iterator[Measurement]:
        log_progress(f"{self.database}, idle sockets and tables ...")
        with self.serving(self.backing) as site:
            yield from run_on_uvloop(measure_idle(site)).figures(self.database)

    def build_row(self, kind: str, tables: int, counted: Throughput) -> Row:
        return Row(
            self.database,
            tables,
            kind,
            cpu_s_per_1000=counted.cpu_per_1000,
            moves_per_s=counted.moves / counted.seconds,
            p50_ms=counted.p50 * 1e3,
            p99_ms=counted.p99 * 1e3,
        )

    def serving(self, backing: BackingServices) -> AbstractContextManager[Site]:
        return running_server(SITE, backing.environment, backing.pids)


def run_on_uvloop(work: Coroutine[Any, Any, T]) -> T:
    """Run on uvloop where it is installed, so that clients cost little."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)
