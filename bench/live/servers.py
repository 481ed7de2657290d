"""Run the measured servers on one core, and measure the CPU time of them and their database."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from bench.live.accounting import cpu_seconds, resident_bytes
from bench.live.progress import log_progress
from bench.services import free_port, running_process

# The server and its database have one core, the clients the others. On a single core they share it.
CORES = sorted(os.sched_getaffinity(0))
SERVERS_CORE, CLIENTS_CORES = set(CORES[:1]), set(CORES[1:] or CORES)

ROOT = Path(__file__).resolve().parents[2]
SITE = "cribbage_site.asgi:application"
ECHO = "bench.live.echo_server:application"


@dataclass(frozen=True)
class Site:
    """Servers that run on one database."""

    ports: tuple[int, ...]
    pids: tuple[int, ...]
    database: frozenset[int]
    logs: tuple[Path, ...] = ()

    def __add__(self, other: "Site") -> "Site":
        database, logs = self.database | other.database, self.logs + other.logs
        return Site(self.ports + other.ports, self.pids + other.pids, database, logs=logs)

    def cpu_seconds_so_far(self) -> float:
        """The CPU seconds so far of the servers, their database and their child processes."""
        return cpu_seconds(self.database.union(self.pids))

    def memory_bytes(self) -> int:
        """The resident memory of the servers."""
        return sum(map(resident_bytes, self.pids))


@contextmanager
def running_server(
    application: str,
    environment: Mapping[str, str],
    database: Iterable[int] = (),
) -> Iterator[Site]:
    """Run a server on its core together with its database's processes. Report its output at the end."""
    port = free_port()
    command = [sys.executable, "-m", "cribbage_site.server", f"127.0.0.1:{port}", application]
    settings = {"TRUSTED_PROXIES": "1", "DJANGO_SETTINGS_MODULE": "bench.live.settings"}

    def answers() -> None:
        urlopen(f"http://127.0.0.1:{port}/", timeout=10).close()

    with tempfile.TemporaryDirectory(prefix="every-other-bench-") as work:
        how = {
            "cwd": ROOT,
            "env": clean_environment({**environment, **settings}),
            "preexec_fn": pin_to_servers_core,
        }
        try:
            with running_process(command, work, answers, stop=signal.SIGKILL, **how) as process:
                yield Site((port,), (process.pid,), frozenset(database), logs=(Path(work, "log"),))
        finally:
            if said := Path(work, "log").read_text(errors="replace").strip():
                log_progress(f"uvicorn said: {said[-2000:]}")


def run_manage(environment: Mapping[str, str], *arguments: str) -> None:
    """Run a command of manage.py."""
    subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=clean_environment(environment), check=True
    )


def pin_to_servers_core() -> None:
    """Pin this process to the server's core, and raise its limit of open files."""
    os.sched_setaffinity(0, SERVERS_CORE)
    raise_open_file_limit()


def pin_to_clients_cores() -> None:
    """Keep this process, which runs the clients, off the server's core."""
    os.sched_setaffinity(0, CLIENTS_CORES)
    raise_open_file_limit()
    if CLIENTS_CORES == SERVERS_CORE:
        log_progress("there is only one core: clients and server disturb each other")


def raise_open_file_limit() -> int:
    """Raise the limit of open files as far as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return our environment with only these settings of the site."""
    elsewhere = ("DATABASE_URL", "REDIS_URL", "DATABASE_PATH", "LOG_ROOT")
    return {name: value for name, value in os.environ.items() if name not in elsewhere} | dict(environment)
