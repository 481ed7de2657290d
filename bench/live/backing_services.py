"""The databases under measurement, durable as in production and on the server's core."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import psycopg
from redis import Redis

from bench import services
from bench.live.accounting import pin, read_process
from bench.live.servers import SERVERS_CORE, run_manage


@dataclass(frozen=True, slots=True)
class BackingServices:
    """The settings of a database, and the processes whose CPU time counts with the server's."""

    environment: Mapping[str, str]
    pids: tuple[int, ...] = ()


@contextmanager
def sqlite() -> Iterator[BackingServices]:
    """A file on a real disk. A temporary directory in memory would make durability free."""
    with tempfile.TemporaryDirectory(prefix="every-other-bench-", dir="/var/tmp") as work:
        backing = BackingServices({"DATABASE_PATH": f"{work}/bench.sqlite3"})
        run_manage(backing.environment, "migrate", "--verbosity", "0")
        yield backing


@contextmanager
def postgresql() -> Iterator[BackingServices]:
    """A separate cluster. The postmaster and all its children count."""
    with services.postgresql() as url, tempfile.TemporaryDirectory(dir="/var/tmp") as log:
        with psycopg.connect(url) as connection:
            postmaster = read_process(connection.info.backend_pid).parent
        pin([postmaster], SERVERS_CORE)
        backing = BackingServices({"DATABASE_URL": url, "LOG_ROOT": log}, (postmaster,))
        run_manage(backing.environment, "migrate", "--verbosity", "0")
        yield backing


@contextmanager
def with_redis(backing: BackingServices) -> Iterator[BackingServices]:
    """Add a Redis, as several processes need it."""
    with services.redis() as url:
        with Redis.from_url(url) as client:
            pid = int(client.info("server")["process_id"])
        pin([pid], SERVERS_CORE)
        yield BackingServices({**backing.environment, "REDIS_URL": url}, (*backing.pids, pid))


DATABASES: dict[str, Callable[[], AbstractContextManager[BackingServices]]] = {
    "sqlite": sqlite,
    "postgresql": postgresql,
}
