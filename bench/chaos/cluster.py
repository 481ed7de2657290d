"""A site of a campaign's own, on either row: its database, its Redis, its Daphnes."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.chaos.disk import DATABASE, Disk, disk
from bench.chaos.processes import Backing, Daphne
from bench.live.servers import manage, open_files
from bench.services import new_postgresql, new_redis

# Visitors come from addresses of their own; nobody reads the reviews, and they take time.
SETTINGS = {"TRUSTED_PROXIES": "1", "REVIEW_GAMES": "0", "BOT_PROCESSES": "1", "LOG_FORMAT": "json"}
DAPHNES = {"postgresql": 2, "sqlite": 1}


@dataclass(frozen=True)
class Stand:
    """What the Daphnes stand on, of which each row has its own."""

    environment: dict[str, str]
    postgresql: Backing | None = None
    redis: Backing | None = None
    disk: Disk | None = None


@dataclass(frozen=True)
class House:
    """What people play on, and what may be done to it."""

    database: str
    stand: Stand
    daphnes: list[Daphne] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        return self.stand.environment

    @property
    def doors(self) -> list[str]:
        return [daphne.door for daphne in self.daphnes]

    @property
    def postgresql(self) -> Backing:
        assert self.stand.postgresql is not None
        return self.stand.postgresql

    @property
    def redis(self) -> Backing:
        assert self.stand.redis is not None
        return self.stand.redis

    @property
    def disk(self) -> Disk:
        assert self.stand.disk is not None
        return self.stand.disk

    def logs(self) -> dict[str, str]:
        """What each Daphne has said so far, however often it was started."""
        return {daphne.name: daphne.log.read_text(errors="replace") for daphne in self.daphnes}


@contextmanager
def house(database: str) -> Iterator[House]:
    """Everything running, and nobody there yet."""
    open_files()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="every-other-chaos-")))
        stand = stack.enter_context(STANDS[database](work))
        environment = SETTINGS | stand.environment
        manage(environment, "migrate", "--verbosity", "0")
        daphnes = [Daphne(f"daphne-{n + 1}", environment, str(work)) for n in range(DAPHNES[database])]
        for daphne in daphnes:
            stack.callback(daphne.end, signal.SIGKILL)
            daphne.start()
        yield House(database, stand, daphnes)


@contextmanager
def _postgresql(work: Path) -> Iterator[Stand]:
    with new_postgresql() as database, new_redis() as channel:
        postgresql, redis = Backing(database), Backing(channel)
        with ExitStack() as stack:
            for backing in (postgresql, redis):
                stack.callback(backing.close)
                backing.start()
            urls = {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url}
            yield Stand(urls, postgresql=postgresql, redis=redis)


@contextmanager
def _sqlite(work: Path) -> Iterator[Stand]:
    folder = work / "disk"
    folder.mkdir()
    with disk(str(folder)) as small:
        yield Stand({"DATABASE_PATH": f"{small.work}/{DATABASE}"}, disk=small)


STANDS = {"postgresql": _postgresql, "sqlite": _sqlite}
