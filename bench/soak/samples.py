"""Sample memory, open files and threads of every process, and the counters of its services."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
from redis import Redis

from bench.live.accounting import PROCESS_GONE, process_tree
from bench.live.backing_services import BackingServices

MB = 1e6
# Memory that is not shared on purpose: PostgreSQL's buffers are left out.
OWN = ("RssAnon:", "RssFile:")

Sample = dict[str, float]


@dataclass(frozen=True, slots=True)
class Sampler:
    """The processes of the site, and the queries to its services."""

    servers: tuple[int, ...]
    backing: BackingServices

    def sample(self) -> Sample:
        """Return all counts at this moment."""
        return dict(self._counts())

    def _counts(self) -> Iterator[tuple[str, float]]:
        for number, server in enumerate(self.servers, 1):
            workers = [member.pid for member in process_tree([server]) if member.pid != server]
            yield from _process_counts(f"server {number}", [server], "files and sockets")
            yield from _process_counts(f"workers {number}", workers)
        postmaster, redis = self.backing.pids
        yield from _process_counts("postgresql", [member.pid for member in process_tree([postmaster])])
        yield from _process_counts("redis", [redis])
        with psycopg.connect(self.backing.environment["DATABASE_URL"]) as connection:
            asked = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            found = connection.execute(asked).fetchone()
            yield "postgresql connections", found[0] - 1 if found else 0
        with Redis.from_url(self.backing.environment["REDIS_URL"]) as line:
            told = line.info()
            yield "redis connections", told["connected_clients"] - 1
            yield "redis used_memory MB", told["used_memory"] / MB
            yield "redis keys", sum(each["keys"] for name, each in told.items() if name.startswith("db"))


def _process_counts(name: str, pids: list[int], opened: str = "files") -> Iterator[tuple[str, float]]:
    memory = files = threads = 0.0
    for pid in pids:
        with suppress(*PROCESS_GONE):
            if (status := _read_status(pid)).keys().isdisjoint(OWN):  # it has just ended
                continue
            memory += sum(float(status[what].split()[0]) * 1024 / MB for what in OWN)
            threads += float(status["Threads:"])
            files += len(os.listdir(f"/proc/{pid}/fd"))
    yield from ((f"{name} memory MB", memory), (f"{name} {opened}", files), (f"{name} threads", threads))


def _read_status(pid: int) -> Mapping[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {key: rest for key, _, rest in (line.partition("\t") for line in lines)}
