"""Start a PostgreSQL and a Redis for as long as a test or a measurement needs them."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

from rng import entropy

# PostgreSQL only listens on TCP: a socket path is limited to 107 bytes, which temporary directories can
# exceed.
SOCKETS = ("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=")
# Below the ports that Linux assigns to clients.
PORTS = range(18_000, 32_000)
OWNED_PORTS: list[socket.socket] = []


class ServiceMissing(Exception):
    """A program is not installed here."""


@dataclass(frozen=True)
class Service:
    """A program that serves at a URL, and can be started and stopped repeatedly."""

    url: str
    command: Sequence[str]
    work: str
    check_ready: Callable[[], None]
    stop: signal.Signals
    user: str | None = None

    def running(self) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return running_process(self.command, self.work, self.check_ready, stop=self.stop, user=self.user)


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of a new, durable, empty database cluster."""
    with new_postgresql() as service, service.running():
        yield service.url


@contextmanager
def redis() -> Iterator[str]:
    """Yield the URL of a new, empty Redis without persistence."""
    with new_redis() as service, service.running():
        yield service.url


@contextmanager
def new_postgresql() -> Iterator[Service]:
    """Return a new, durable, empty database cluster, not started yet."""
    import psycopg

    initdb, server = find_program("initdb"), find_program("postgres")
    # PostgreSQL refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="every-other-pg-") as work:
        if user:
            shutil.chown(work, user)
        data, port = f"{work}/data", free_port()
        subprocess.run(
            [initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True, cwd=work, user=user, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        command = [server, "-D", data, "-p", str(port), *SOCKETS]
        url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        yield Service(url, command, work, lambda: psycopg.connect(url).close(), signal.SIGINT, user)


@contextmanager
def new_redis() -> Iterator[Service]:
    """Return a new, empty Redis without persistence, not started yet."""
    from redis import Redis

    server = find_program("redis-server")
    with tempfile.TemporaryDirectory(prefix="every-other-redis-") as work:
        port = free_port()
        command = [server, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", work]
        url = f"redis://127.0.0.1:{port}/0"

        def answers() -> None:
            with Redis.from_url(url) as client:
                client.ping()

        yield Service(url, command, work, answers, signal.SIGTERM)


@contextmanager
def temporary_database(url: str) -> Iterator[str]:
    """Yield the URL of a new, empty database in the cluster of this URL."""
    import psycopg

    name = f"own_{entropy.game_id()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def find_program(name: str) -> str:
    # Debian keeps the server's programs out of PATH.
    debians = sorted(glob("/usr/lib/postgresql/*/bin"), key=lambda d: int(Path(d).parent.name), reverse=True)
    if found := shutil.which(name, path=os.pathsep.join([*debians, os.environ.get("PATH", os.defpath)])):
        return found
    raise ServiceMissing(f"{name} is not installed")


def free_port() -> int:
    """Return a free port that no client is assigned meanwhile, so that a server can return to it.

    No other process gets this port from here until this one ends: a server that starts slowly would find the
    port taken, and what waits for it would get another server's answers.
    """
    while True:
        [port] = entropy.choose_from(PORTS, 1)
        owner = socket.socket(socket.AF_UNIX)
        with socket.socket() as probe, suppress(OSError):
            owner.bind(f"\0every-other-port-{port}")  # a name that Linux frees when the process ends
            probe.bind(("127.0.0.1", port))
            OWNED_PORTS.append(owner)
            return port


@contextmanager
def running_process(
    command: Sequence[str],
    work: str,
    check_ready: Callable[[], None],
    stop: signal.Signals,
    **how: Any,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process until the block ends, once it answers. `how` is passed to Popen."""
    log = Path(work, "log")
    with log.open("wb") as out:
        settings = {"cwd": work, "stdout": out, "stderr": subprocess.STDOUT, **how}
        process = subprocess.Popen(command, **settings)
    try:
        wait_until_ready(check_ready, process, log)
        yield process
    finally:
        process.send_signal(stop)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Started(Protocol):
    """The part of `subprocess.Popen` that waiting for a process needs."""

    @property
    def args(self) -> Any: ...

    def poll(self) -> int | None: ...


def wait_until_ready(
    check_ready: Callable[[], None], process: Started, log: Path, seconds: float = 120
) -> None:
    """Wait for a process to answer. Raise with the end of its log if it does not."""
    from psycopg import Error
    from redis import RedisError

    deadline = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < deadline:
        try:
            return check_ready()
        except (OSError, Error, RedisError):
            time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} does not answer:\n{log.read_text(errors='replace')[-4000:]}")
