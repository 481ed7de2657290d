"""Start the campaign's own site: its database, its Redis, its processes."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.chaos.disk import DATABASE_FILE, Disk, small_disk
from bench.chaos.processes import RestartableService, SiteProcess
from bench.live.servers import raise_open_file_limit, run_manage
from bench.services import new_postgresql, new_redis

# Visitors use separate addresses. Reviews are off, because they take time.
SETTINGS = {
    "TRUSTED_PROXIES": "1",
    "REVIEW_GAMES": "0",
    "DAILY": "0",
    "BOT_PROCESSES": "1",
    "LOG_FORMAT": "json",
}
SITE_PROCESSES = {"postgresql": 2, "sqlite": 1}


@dataclass(frozen=True)
class ClusterServices:
    """The services that the processes of one database use."""

    environment: dict[str, str]
    postgresql: RestartableService | None = None
    redis: RestartableService | None = None
    disk: Disk | None = None


@dataclass(frozen=True)
class Cluster:
    """The site under test, and the targets for faults."""

    database: str
    services: ClusterServices
    site_processes: list[SiteProcess] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        return self.services.environment

    @property
    def addresses(self) -> list[str]:
        return [site_process.address for site_process in self.site_processes]

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
        """Return the log of each process, over all its starts."""
        return {
            site_process.name: site_process.log.read_text(errors="replace")
            for site_process in self.site_processes
        }


@contextmanager
def running_cluster(database: str) -> Iterator[Cluster]:
    """Start everything, without any players."""
    raise_open_file_limit()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="every-other-chaos-")))
        stand = stack.enter_context(SERVICES[database](work))
        environment = SETTINGS | {"LOG_ROOT": f"{work}/public-log"} | stand.environment
        run_manage(environment, "migrate", "--verbosity", "0")
        site_processes = [
            SiteProcess(f"process-{n + 1}", environment, str(work)) for n in range(SITE_PROCESSES[database])
        ]
        for site_process in site_processes:
            stack.callback(site_process.stop, signal.SIGKILL)
            site_process.start()
        yield Cluster(database, stand, site_processes)


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
