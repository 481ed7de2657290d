"""Starts a site of the campaign's own: its database, its Redis, its Daphnes."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.chaos.disk import DATABASE_FILE, Disk, small_disk
from bench.chaos.processes import Daphne, RestartableService
from bench.live.servers import raise_open_file_limit, run_manage
from bench.services import new_postgresql, new_redis

# Visitors come from addresses of their own; nobody reads the reviews, and they take time.
SETTINGS = {
    "TRUSTED_PROXIES": "1",
    "REVIEW_GAMES": "0",
    "DAILY": "0",
    "BOT_PROCESSES": "1",
    "LOG_FORMAT": "json",
}
DAPHNES = {"postgresql": 2, "sqlite": 1}


@dataclass(frozen=True)
class ClusterServices:
    """What the Daphnes stand on, of which each row has its own."""

    environment: dict[str, str]
    postgresql: RestartableService | None = None
    redis: RestartableService | None = None
    disk: Disk | None = None


@dataclass(frozen=True)
class Cluster:
    """What people play on, and what may be done to it."""

    database: str
    services: ClusterServices
    daphnes: list[Daphne] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        return self.services.environment

    @property
    def addresses(self) -> list[str]:
        return [daphne.address for daphne in self.daphnes]

    @property
    def postgresql(self) -> RestartableService:
        assert self.services.postgresql is not None
        return self.services.postgresql

    @property
    def redis(self) -> RestartableService:
        assert self.services.redis is not None
        return self.services.redis

    @property
    def disk(self) -> Disk:
        assert self.services.disk is not None
        return self.services.disk

    def logs(self) -> dict[str, str]:
        """What each Daphne has said so far, however often it was started."""
        return {daphne.name: daphne.log.read_text(errors="replace") for daphne in self.daphnes}


@contextmanager
def running_cluster(database: str) -> Iterator[Cluster]:
    """Everything running, and nobody there yet."""
    raise_open_file_limit()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="every-other-chaos-")))
        stand = stack.enter_context(SERVICES[database](work))
        environment = SETTINGS | {"LOG_ROOT": f"{work}/public-log"} | stand.environment
        run_manage(environment, "migrate", "--verbosity", "0")
        daphnes = [Daphne(f"daphne-{n + 1}", environment, str(work)) for n in range(DAPHNES[database])]
        for daphne in daphnes:
            stack.callback(daphne.stop, signal.SIGKILL)
            daphne.start()
        yield Cluster(database, stand, daphnes)


@contextmanager
def _postgresql_services(work: Path) -> Iterator[ClusterServices]:
    with new_postgresql() as database, new_redis() as channel:
        postgresql, redis = RestartableService(database), RestartableService(channel)
        with ExitStack() as stack:
            for backing in (postgresql, redis):
                stack.callback(backing.close)
                backing.start()
            urls = {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url}
            yield ClusterServices(urls, postgresql=postgresql, redis=redis)


@contextmanager
def _sqlite_services(work: Path) -> Iterator[ClusterServices]:
    folder = work / "disk"
    folder.mkdir()
    with small_disk(str(folder)) as small:
        yield ClusterServices({"DATABASE_PATH": f"{small.work}/{DATABASE_FILE}"}, disk=small)


SERVICES = {"postgresql": _postgresql_services, "sqlite": _sqlite_services}
