"""A real server in a process of its own."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Self

from redis import Redis, RedisError

from cribbage_site.tests.fork_server import ForkedProcess
from cribbage_site.tests.migrated_databases import ROOT, fill_database
from cribbage_site.tests.services import free_port, wait_until_ready

__all__ = ["ROOT", "SERVERS", "HomeServer", "Server", "serve_command"]


class CommandFailed(RuntimeError):
    """A command has ended with an error; `said` is all of its output, of which the message has the end."""

    def __init__(self, command: Sequence[str], said: str) -> None:
        super().__init__(f"{' '.join(command)} failed:\n{said[-4000:]}")
        self.said = said


class Server:
    """uvicorn as in production, on a free port, with a database of its own unless one is given.

    Give another server's `environment` to run two processes on one database, which is then not `new`.
    """

    is_forked = True  # where its command is one of manage.py or a module, which then starts in half the time

    def __init__(self, environment: Mapping[str, str] | None = None, *, new: bool = True) -> None:
        self.work = tempfile.TemporaryDirectory(prefix="every-other-server-")
        self.log = Path(self.work.name, "log")
        self.environment = {
            "DATABASE_PATH": f"{self.work.name}/own.sqlite3",
            "LOG_ROOT": f"{self.work.name}/public-log",
            "TRUSTED_PROXIES": "1",  # so that visitors can come from addresses of their own
            "REVIEW_GAMES": "0",  # nobody reads them, and they take time
            "THROW_OF_THE_DAY": "0",  # bots would play for it
            "DAILY": "0",  # and for the par of a day
            "DJANGO_SETTINGS_MODULE": "cribbage_site.tests.fast_settings",
            **(environment or {}),
        }
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}"
        self.new = new
        self.process: subprocess.Popen[bytes] | ForkedProcess | None = None

    def __enter__(self) -> Self:
        try:
            if self.new:
                fill_database(os.environ | self.environment)
            self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        self.work.cleanup()

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py on this server's database; its output."""
        return self.run("manage.py", *arguments)

    def run(self, *command: str) -> str:
        """Run a script, or with -m a module, in this server's environment; its output."""
        with tempfile.TemporaryFile("w+") as out:
            code = ForkedProcess(command, os.environ | self.environment, out.fileno()).wait()
            out.seek(0)
            said = out.read()
        if code:
            raise CommandFailed(command, said)
        return said

    def command(self) -> list[str]:
        return serve_command(self.port)

    def start(self) -> None:
        command, environment = self.command(), os.environ | self.environment
        with self.log.open("ab") as out:
            if self.is_forked and command[0] == sys.executable:
                self.process = ForkedProcess(command[1:], environment, out.fileno())
            else:
                self.process = subprocess.Popen(
                    command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT
                )
        wait_until_ready(self.check_ready, self.process, self.log)
        wait_until_ready(self.check_listens_to_others, self.process, self.log)

    def check_ready(self) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("HEAD", "/")
        connection.getresponse()
        connection.close()

    def check_listens_to_others(self) -> None:
        """Raise while the process would miss what others publish; a Redis that is down publishes nothing."""
        url = (os.environ | self.environment).get("REDIS_URL")
        if url and self.process is not None:
            with suppress(RedisError), Redis.from_url(url, socket_timeout=10) as redis:
                subscribers = {client["addr"] for client in redis.client_list(_type="pubsub")}
                if not subscribers & own_addresses(self.process.pid):
                    raise ConnectionError("it does not listen to other processes yet")

    def stop(self) -> int:
        """End it as a host would; its exit code."""
        return self.end_with(signal.SIGTERM)

    def kill(self) -> int:
        """End it with no chance to tidy up, as losing power would."""
        return self.end_with(signal.SIGKILL)

    def end_with(self, signum: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(signum)
        try:
            code = self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        self.process = None
        return code

    def restart(self) -> None:
        """Start again on the same port and database, whether it was killed, stopped or runs."""
        self.stop()
        self.start()


def own_addresses(pid: int) -> set[str]:
    """Return the local addresses of the TCP connections of a process, as Redis lists its clients."""
    own = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            own.add(os.readlink(file))
    lines = (line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:])
    ports = (int(words[1].partition(":")[2], 16) for words in lines if f"socket:[{words[9]}]" in own)
    return {f"127.0.0.1:{port}" for port in ports}


def serve_command(port: int, *application: str) -> list[str]:
    """How the image and the units start a process, here on a port of one's own."""
    return [sys.executable, "-m", "cribbage_site.server", f"127.0.0.1:{port}", *application]


class HomeServer(Server):
    """Daphne as `make play` runs it."""

    def command(self) -> list[str]:
        return [sys.executable, "manage.py", "play", f"127.0.0.1:{self.port}"]


SERVERS = (Server, HomeServer)
