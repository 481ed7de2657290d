"""A real server in a process of its own."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Self

from cribbage_site.tests.migrated_databases import ROOT, fill_database
from cribbage_site.tests.services import free_port, wait_until_ready

__all__ = ["ROOT", "Server"]


class Server:
    """Daphne as `make play` runs it, on a free port, with a database of its own unless one is given.

    Give another server's `environment` to run two processes on one database, which is then not `new`.
    """

    def __init__(self, environment: Mapping[str, str] | None = None, *, new: bool = True) -> None:
        self.work = tempfile.TemporaryDirectory(prefix="every-other-server-")
        self.log = Path(self.work.name, "log")
        self.environment = {
            "DATABASE_PATH": f"{self.work.name}/own.sqlite3",
            "TRUSTED_PROXIES": "1",  # so that visitors can come from addresses of their own
            "REVIEW_GAMES": "0",  # nobody reads them, and they take time
            "DJANGO_SETTINGS_MODULE": "cribbage_site.tests.fast_settings",
            **(environment or {}),
        }
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}"
        self.new = new
        self.process: subprocess.Popen[bytes] | None = None

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
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=os.environ | self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(arguments)} failed:\n{done.stdout[-4000:]}")
        return done.stdout

    def command(self) -> list[str]:
        return [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{self.port}"]

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command(),
                cwd=ROOT, env=os.environ | self.environment, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip
        wait_until_ready(self.check_ready, self.process, self.log)

    def check_ready(self) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("HEAD", "/")
        connection.getresponse()
        connection.close()

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
