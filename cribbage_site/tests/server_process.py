"""A real server in its own process."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.services import free_port, wait_until_ready
from cribbage_site.tests.fork_server import ForkedProcess
from cribbage_site.tests.migrated_databases import ROOT, fill_database
from cribbage_site.tests.patience import PATIENCE

__all__ = ["ROOT", "SERVERS", "HomeServer", "Server", "serve_command"]


class CommandFailed(RuntimeError):
    """A command failed. `said` is its whole output, and the message contains the end of it."""

    def __init__(self, command: Sequence[str], said: str) -> None:
        super().__init__(f"{' '.join(command)} failed:\n{said[-4000:]}")
        self.said = said


class Server:
    """uvicorn as in production, on a free port, with its own database unless one is given.

    Give another server's `environment` to run two processes on one database, which is then not `new`.
    """

    is_forked = True  # for a command of manage.py or a module, which then starts in half the time

    def __init__(self, environment: Mapping[str, str] | None = None, *, new: bool = True) -> None:
        self.work = tempfile.TemporaryDirectory(prefix="every-other-server-")
        self.log = Path(self.work.name, "log")
        self.environment = {
            "DATABASE_PATH": f"{self.work.name}/own.sqlite3",
            "LOG_ROOT": f"{self.work.name}/public-log",
            "TRUSTED_PROXIES": "1",  # lets visitors come from addresses of their own
            "REVIEW_GAMES": "0",  # reviews are not needed, and take time
            "THROW_OF_THE_DAY": "0",  # bots would play for it
            "DAILY": "0",  # bots would play for its par
            "DELAY_STEPS": "1",  # of 750 a day of tests would pass
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
        """Run a command of manage.py on this server's database. Return its output."""
        return self.run("manage.py", *arguments)

    def run(self, *command: str) -> str:
        """Run a script, or with -m a module, in this server's environment. Return its output."""
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

    def check_ready(self) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("HEAD", "/")
        connection.getresponse()
        connection.close()

    def stop(self) -> int:
        """Stop it as a host would. Return its exit code."""
        return self.end_with(signal.SIGTERM)

    def kill(self) -> int:
        """Kill it without cleanup, like a power failure."""
        return self.end_with(signal.SIGKILL)

    def end_with(self, signum: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(signum)
        try:
            code = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        self.process = None
        return code

    def restart(self) -> None:
        """Start again on the same port and database, after a kill or stop, or while it runs."""
        self.stop()
        self.start()


def serve_command(port: int, *application: str) -> list[str]:
    """Return the command with which the image and the units start a process, here on our own port."""
    return [sys.executable, "-m", "cribbage_site.server", f"127.0.0.1:{port}", *application]


class HomeServer(Server):
    """Daphne as `make play` runs it."""

    def command(self) -> list[str]:
        return [sys.executable, "manage.py", "play", f"127.0.0.1:{self.port}"]


SERVERS = (Server, HomeServer)
