"""What live play costs: rows of the closed loop with their echo, and the figures around them.

The server and its database share one core; the clients, in this process, have the others to themselves.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any, TypeVar

from bench.figure import Figure
from bench.live.backing_services import DATABASES, Backing, with_redis
from bench.live.idle import idle
from bench.live.loops import closed_loop, echo_loop, open_loop
from bench.live.progress import say
from bench.live.row import AT_TABLES, MOST_TABLES, Row, percentile
from bench.live.servers import ECHO, SITE, Site, is_installed, keep_off, serving
from bench.live.tables import Room
from bench.live.throughput import Counted
from bench.live.waiting import stood_still
from bench.measurement import Measured, NothingMeasured, Wanted
from bench.services import ServiceMissing

T = TypeVar("T")

TABLES = (1, AT_TABLES, MOST_TABLES)
SECONDS, QUICK_SECONDS = 4.0, 2.0
# Five hundred tables at people's pace are a hundred moves a second.
A_MOVE_EVERY, OPEN_SECONDS = 5.0, 20.0


def measure(wanted: Wanted) -> Iterator[Measured]:
    """Every server on every database; the short forms leave out all but 50 tables."""
    keep_off()
    servers = [server for server in wanted.servers if is_installed(server)]
    for server in set(wanted.servers) - set(servers):
        say(f"{server} is not installed: no rows of it")
    for database in wanted.databases:
        try:
            with DATABASES[database]() as backing:
                for server in servers:
                    yield from Measure(wanted, server, database, backing).all()
        except ServiceMissing as missing:
            say(f"{missing}: no rows on {database}")


class Measure:
    """One server on one database."""

    def __init__(self, wanted: Wanted, server: str, database: str, backing: Backing) -> None:
        self.wanted, self.server, self.database, self.backing = wanted, server, database, backing
        self.where = f"{server}, {database}"
        self.is_short = wanted.quick or wanted.profile is not None
        self.seconds = wanted.seconds or (QUICK_SECONDS if wanted.quick else SECONDS)
        self.rows: dict[int, Row] = {}

    def all(self) -> Iterator[Measured]:
        """The rows that are wanted, and in the full measure the figures too."""
        tables = self.wanted.tables or ((AT_TABLES,) if self.is_short else TABLES)
        for number in tables:
            yield from self.at(number)
        if AT_TABLES in self.rows and MOST_TABLES in self.rows:
            ratio = self.rows[MOST_TABLES].cpu_s_per_1000 / self.rows[AT_TABLES].cpu_s_per_1000
            what = f"CPU a move at 500 tables, of that at 50 ({self.where})"
            yield Figure("live", what, ratio, "times", 1.3)
        if not self.is_short and not self.wanted.tables:
            yield from self.idle() if self.database == "sqlite" else self.two_processes()

    def at(self, tables: int) -> Iterator[Measured]:
        """Games, then the echo of frames as long as theirs; before the most of them, people's pace."""
        say(f"{self.where}, {tables} tables ...")
        counted, reached = self.played(self.backing, tables)
        if reached:
            what = f"open loop, 500 tables, 100 moves/s: p99 until the opponent knows ({self.where})"
            yield Figure("live", what, percentile(reached, 99) * 1e3, "ms", 25)
        self.rows[tables] = self.row("game", tables, counted)
        yield self.rows[tables]
        if not self.wanted.profile:
            with serving(self.server, ECHO, {}) as site:
                echoed = run(echo_loop(site, counted.bytes_per_move, tables, self.seconds))
            yield self.row("echo", tables, echoed)

    def played(self, backing: Backing, tables: int, processes: int = 1) -> tuple[Counted, list[float]]:
        """A room played at; once more if it failed while the machine stood still."""
        stood_still.clear()
        try:
            return self._played(backing, tables, processes)
        except NothingMeasured as fault:
            if not stood_still:
                raise
            say(f"once more, for the machine stood still: {fault}")
            return self._played(backing, tables, processes)

    def _played(self, backing: Backing, tables: int, processes: int) -> tuple[Counted, list[float]]:
        with ExitStack() as stack:
            sites = [stack.enter_context(self.serving(backing, self.profile)) for _ in range(processes)]
            return run(self.play(reduce(add, sites), tables))

    async def play(self, site: Site, tables: int) -> tuple[Counted, list[float]]:
        room = Room(site)
        await room.lay(tables)
        reached = []
        if tables == MOST_TABLES and not self.is_short:
            reached = await open_loop(room, A_MOVE_EVERY, OPEN_SECONDS, self.wanted.seed)
        counted = await closed_loop(room, tables, self.seconds)
        await room.pause()
        room.close()
        return counted, reached

    def two_processes(self) -> Iterator[Measured]:
        """What a move costs more when its neighbours are in another process; Redis carries hints for both."""
        costs = []
        try:
            with with_redis(self.backing) as backing:
                say(f"{self.where} and redis, one process and two ...")
                for processes in (1, 2):
                    costs.append(self.played(backing, AT_TABLES, processes)[0].cpu_per_1000)
        except ServiceMissing as missing:
            return say(f"{missing}: two processes are left out")
        for how_many, cost in zip(("one process", "two processes"), costs, strict=True):
            yield Figure("live", f"{how_many} ({self.where}, redis)", cost, "CPU s per 1,000 moves")
        what = f"CPU a move with two processes, of that with one ({self.where}, redis)"
        yield Figure("live", what, costs[1] / costs[0], "times", 1.2)

    def idle(self) -> Iterator[Measured]:
        say(f"{self.where}, idle sockets and tables ...")
        with self.serving(self.backing) as site:
            yield from run(idle(site)).figures(self.where)

    def row(self, kind: str, tables: int, counted: Counted) -> Row:
        return Row(
            self.server,
            self.database,
            tables,
            kind,
            cpu_s_per_1000=counted.cpu_per_1000,
            moves_per_s=counted.moves / counted.seconds,
            p50_ms=counted.p50 * 1e3,
            p99_ms=counted.p99 * 1e3,
        )

    def serving(self, backing: Backing, profile: Path | None = None) -> AbstractContextManager[Site]:
        return serving(self.server, SITE, backing.environment, backing.pids, profile)

    @property
    def profile(self) -> Path | None:
        """The file that was named; of several servers or databases each has its own beside it."""
        if self.wanted.profile is None:
            return None
        path = Path(self.wanted.profile).resolve()
        is_one = len(self.wanted.servers) == len(self.wanted.databases) == 1
        return path if is_one else path.with_name(f"{path.stem}-{self.server}-{self.database}{path.suffix}")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run on uvloop where it is installed: clients shall cost little."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)
