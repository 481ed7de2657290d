"""The faults: their effect, how they begin and how they end."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass

import msgspec

from bench.chaos.client import PATIENCE, PING_EVERY, ResilientClient
from bench.chaos.cluster import Cluster
from bench.chaos.connection import CuttableConnection
from bench.chaos.processes import RestartableService, SiteProcess, freeze, thaw
from bench.live.accounting import PROCESS_GONE
from rng.twister import Twister

BOTH = frozenset({"postgresql", "sqlite"})
POSTGRESQL = frozenset({"postgresql"})
SQLITE = frozenset({"sqlite"})


@dataclass(frozen=True)
class FaultContext:
    """The site, the randomness and the clients for a fault."""

    cluster: Cluster
    randomness: Twister
    clients: Callable[[], Iterable[ResilientClient]]

    def seconds(self, least: float, most: float) -> float:
        return self.randomness.uniform(least, most)

    def random_process(self) -> SiteProcess:
        return self.randomness.choice(self.cluster.site_processes)


PAIRING_SECONDS = 45.0  # time in which an event pairs free players
SWITCH_SECONDS = 0.2  # the interval at which switches are read

FaultFunction = Callable[[FaultContext], Awaitable[None]]


@dataclass(frozen=True)
class Fault:
    """A kind of fault for some databases. Two faults with the same target do not run at once."""

    name: str
    description: str
    databases: frozenset[str]
    targets: frozenset[str]
    run: FaultFunction


@dataclass(frozen=True)
class FaultSpan:
    """A fault with its begin and end."""

    name: str
    began: float
    ended: float

    def overlaps(self, since: float, until: float) -> bool:
        return since < self.ended and until > self.began


FAULTS: dict[str, Fault] = {}


def fault(
    description: str, *targets: str, databases: frozenset[str] = BOTH
) -> Callable[[FaultFunction], FaultFunction]:
    """Register a function that causes a fault and ends it."""

    def as_fault(happen: FaultFunction) -> FaultFunction:
        name = happen.__name__.replace("_", "-")
        FAULTS[name] = Fault(name, description, databases, frozenset(targets), happen)
        return happen

    return as_fault


# Processes.


@fault("kill -9 of a process, and a new one in its place", "process")
async def kill(scene: FaultContext) -> None:
    await _restart(scene.random_process(), signal.SIGKILL, scene.seconds(0, 2))


@fault("a process told to end by SIGTERM, and a new one in its place", "process")
async def restart(scene: FaultContext) -> None:
    await _restart(scene.random_process(), signal.SIGTERM, 0)


async def _restart(site_process: SiteProcess, how: signal.Signals, down: float) -> None:
    try:
        await asyncio.to_thread(site_process.stop, how)
        await asyncio.sleep(down)
    finally:
        await asyncio.to_thread(site_process.start)


@fault("kill -9 of a process as it writes the tables of an event, and a new one in its place", "process")
async def kill_pairing(scene: FaultContext) -> None:
    site_processes, patience = scene.cluster.site_processes, PAIRING_SECONDS
    async with _switched(site_processes, dies_pairing=True):
        while patience > 0 and not any(site_process.is_dead for site_process in site_processes):
            await asyncio.sleep(SWITCH_SECONDS)
            patience -= SWITCH_SECONDS
    await asyncio.sleep(SWITCH_SECONDS)  # until the other processes have read it
    dead = [site_process for site_process in site_processes if site_process.is_dead]
    await asyncio.gather(*[_restart(site_process, signal.SIGKILL, 0) for site_process in dead])


@fault("SIGSTOP of a process and its bots for 1 to 8 s", "process")
async def frozen_process(scene: FaultContext) -> None:
    await _freeze_for(scene.random_process().pid, scene.seconds(1, 8))


async def _freeze_for(pid: int, seconds: float) -> None:
    freeze(pid)
    try:
        await asyncio.sleep(seconds)
    finally:
        thaw(pid)


@fault("kill -9 of the bots' worker processes", "process")
async def lost_brains(scene: FaultContext) -> None:
    for site_process in scene.cluster.site_processes:
        for pid in site_process.worker_pids():
            with suppress(*PROCESS_GONE):
                os.kill(pid, signal.SIGKILL)
    await asyncio.sleep(1)


@fault("SIGSTOP of the bots' worker processes of one process, for 1 to 8 s", "process")
async def frozen_brains(scene: FaultContext) -> None:
    workers, seconds = scene.random_process().worker_pids(), scene.seconds(1, 8)
    await asyncio.gather(*[_freeze_for(pid, seconds) for pid in workers])


# Backing services.


async def _stop_for(service: RestartableService, how: signal.Signals, seconds: float) -> None:
    await asyncio.to_thread(service.stop, how)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(service.start)


@fault("PostgreSQL's immediate shutdown (SIGQUIT), and its return", "database", databases=POSTGRESQL)
async def lost_postgresql(scene: FaultContext) -> None:
    await _stop_for(scene.cluster.postgresql, signal.SIGQUIT, scene.seconds(0, 4))


@fault("SIGSTOP of PostgreSQL with all its processes for 1 to 8 s", "database", databases=POSTGRESQL)
async def frozen_postgresql(scene: FaultContext) -> None:
    await _freeze_for(scene.cluster.postgresql.pid, scene.seconds(1, 8))


@fault("pg_terminate_backend of every connection, three times", "database", databases=POSTGRESQL)
async def cut_connections(scene: FaultContext) -> None:
    for _ in range(3):
        await asyncio.to_thread(_terminate_connections, scene.cluster.postgresql.url)
        await asyncio.sleep(scene.seconds(0.2, 1))


def _terminate_connections(url: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


@fault("Redis killed, and back with nothing in it", "redis", databases=POSTGRESQL)
async def lost_redis(scene: FaultContext) -> None:
    await _stop_for(scene.cluster.redis, signal.SIGKILL, scene.seconds(0, 5))


@fault("SIGSTOP of Redis for 1 to 8 s", "redis", databases=POSTGRESQL)
async def frozen_redis(scene: FaultContext) -> None:
    await _freeze_for(scene.cluster.redis.pid, scene.seconds(1, 8))


@fault("the games' table locked for 2 s", "database")
async def locked_table(scene: FaultContext) -> None:
    await asyncio.to_thread(_lock_games_table, scene.cluster)


def _lock_games_table(house: Cluster) -> None:
    if house.database == "postgresql":
        import psycopg

        with psycopg.connect(house.postgresql.url) as connection:
            connection.execute("LOCK TABLE game_game IN ACCESS EXCLUSIVE MODE")
            connection.execute("SELECT pg_sleep(2)")
            connection.rollback()
    else:
        path = house.environment["DATABASE_PATH"]
        with closing(sqlite3.connect(path, timeout=20, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            asyncio.run(asyncio.sleep(2))
            connection.execute("ROLLBACK")


@fault(
    "PostgreSQL ten times slower for 2 to 5 s, by stopping it nine tenths of the time",
    "database", databases=POSTGRESQL,
)  # fmt: skip
async def slow_postgresql(scene: FaultContext) -> None:
    pid, left = scene.cluster.postgresql.pid, scene.seconds(2, 5)
    while left > 0:
        await _freeze_for(pid, 0.18)
        await asyncio.sleep(0.02)
        left -= 0.2


@fault("the disk full for 1 to 5 s", "database", "process", databases=SQLITE)
async def full_disk(scene: FaultContext) -> None:
    (site_process,) = scene.cluster.site_processes
    await asyncio.to_thread(scene.cluster.disk.fill, site_process.pid)
    try:
        await asyncio.sleep(scene.seconds(1, 5))
    finally:
        scene.cluster.disk.free(site_process.pid)


# Connections.


@fault("three in ten hints to other processes lost, for 5 to 10 s", "hints", databases=POSTGRESQL)
async def lost_hints(scene: FaultContext) -> None:
    await _switched_for(scene, scene.seconds(5, 10), lost=0.3)


@fault(
    "about half of the hints duplicated or reordered, for 5 to 10 s",
    "hints",
    databases=POSTGRESQL,
)
async def doubled_hints(scene: FaultContext) -> None:
    await _switched_for(scene, scene.seconds(5, 10), doubled=0.5, belated=0.3)


@fault("all requests delayed by up to 0.2 s, for 5 to 10 s", "late")
async def late_answers(scene: FaultContext) -> None:
    await _switched_for(scene, scene.seconds(5, 10), late=0.2)


async def _switched_for(scene: FaultContext, seconds: float, **changed: float) -> None:
    async with _switched(scene.cluster.site_processes, **changed):
        await asyncio.sleep(seconds)


@asynccontextmanager
async def _switched(site_processes: Iterable[SiteProcess], **changed: float) -> AsyncIterator[None]:
    at_rest = {name: type(value)(0) for name, value in changed.items()}
    for site_process in site_processes:
        site_process.set_switches(msgspec.structs.replace(site_process.switches, **changed))
    try:
        yield
    finally:
        for site_process in site_processes:
            site_process.set_switches(msgspec.structs.replace(site_process.switches, **at_rest))


@fault("one connection in four silently dead until its player notices", "lines")
async def dead_lines(scene: FaultContext) -> None:
    cut: list[CuttableConnection] = []
    for sitter in scene.clients():
        if isinstance(sitter.socket, CuttableConnection) and scene.randomness.random() < 0.25:
            sitter.socket.cut()
            cut.append(sitter.socket)
    await asyncio.sleep(PING_EVERY + PATIENCE + 1)
    for cable in cut:
        cable.abort()


# Clocks.

CLOCK_STEPS_MS = (-60_000, -5_000, 5_000, 60_000)


@fault("the machine's clock 5 or 60 s ahead or behind for 3 to 6 s, for all processes", "clock")
async def clock_step(scene: FaultContext) -> None:
    async with _switched(scene.cluster.site_processes, clock_ms=scene.randomness.choice(CLOCK_STEPS_MS)):
        await asyncio.sleep(scene.seconds(3, 6))


@fault(
    "a process restarted with its clock 5 or 60 s ahead or behind, corrected after 3 to 6 s",
    "clock", "process", databases=POSTGRESQL,
)  # fmt: skip
async def clock_apart(scene: FaultContext) -> None:
    site_process = scene.random_process()
    async with _switched([site_process], clock_ms=scene.randomness.choice(CLOCK_STEPS_MS)):
        await _restart(site_process, signal.SIGTERM, 0)
        await asyncio.sleep(scene.seconds(3, 6))


def select_faults(names: Iterable[str], database: str) -> list[Fault]:
    """Return the named faults that can happen on a database, or all if none is named."""
    wanted = set(names) or FAULTS.keys()
    return [fault for name, fault in FAULTS.items() if name in wanted and database in fault.databases]
