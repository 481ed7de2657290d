"""Run the processes of a campaign. Each can be killed, restarted, frozen and thawed."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.request import urlopen

from bench.chaos.switches import SWITCHES_VARIABLE, Switches, write_switches
from bench.live.accounting import PROCESS_GONE, cpu_seconds, process_tree
from bench.live.servers import ROOT, clean_environment
from bench.services import Service, free_port, wait_until_ready

# For a very busy machine. A server alone on it needs two.
START_TIMEOUT, END_TIMEOUT = 120.0, 60.0

WORKER_MODULE = b"game.runtime.worker"


class RestartableService:
    """A service that can be stopped and restarted on the same port with its data."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.process: subprocess.Popen[bytes] | None = None
        self._running = ExitStack()

    @property
    def url(self) -> str:
        return self.service.url

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        self.process = self._running.enter_context(self.service.running())

    def stop(self, signum: signal.Signals) -> None:
        """Stop without cleanup, like a power failure: SIGQUIT for PostgreSQL, SIGKILL for Redis."""
        assert self.process is not None
        self.process.send_signal(signum)
        self.process.wait()
        self._running.close()

    def freeze(self) -> None:
        """Stop the service from answering or refusing."""
        freeze(self.pid)

    def thaw(self) -> None:
        thaw(self.pid)

    def close(self) -> None:
        if self.process is not None:
            thaw(self.pid)
        self._running.close()


class SiteProcess:
    """One server process, with the faults of its switches."""

    def __init__(self, name: str, environment: Mapping[str, str], work: str) -> None:
        self.name = name
        self.log = Path(work, f"{name}.log")
        self.switches_file = f"{work}/{name}.switches"
        self.set_switches(Switches())
        self.environment = clean_environment(environment) | {
            SWITCHES_VARIABLE: self.switches_file,
            "DJANGO_SETTINGS_MODULE": "cribbage_site.settings",
        }
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def is_dead(self) -> bool:
        """Whether it has ended unexpectedly."""
        return self.process is not None and self.process.poll() is not None

    def set_switches(self, switches: Switches) -> None:
        self.switches = switches
        write_switches(self.switches_file, switches)

    def start(self) -> None:
        address, application = f"127.0.0.1:{self.port}", "bench.chaos.faulty_app:application"
        command = [sys.executable, "-m", "cribbage_site.server", address, application]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=out, stderr=subprocess.STDOUT
            )
        wait_until_ready(self.check_ready, self.process, self.log, START_TIMEOUT)

    def check_ready(self) -> None:
        urlopen(f"http://127.0.0.1:{self.port}/chaos/inside", timeout=10).close()

    def stop(self, signum: signal.Signals) -> None:
        """Stop it by SIGKILL without cleanup, or by SIGTERM as a host does."""
        if self.process is not None:
            thaw(self.pid)
            self.process.send_signal(signum)
            try:
                self.process.wait(timeout=END_TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise
            finally:
                self.process = None

    def worker_pids(self) -> list[int]:
        """Return the worker processes that compute its bots' moves."""
        return [
            member.pid
            for member in process_tree([self.pid])
            if WORKER_MODULE in read_command_line(member.pid)
        ]

    def cpu_seconds_so_far(self) -> float:
        return cpu_seconds([self.pid])


def read_command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except PROCESS_GONE:
        return b""


def freeze(pid: int) -> None:
    """Pause a process and all its descendants."""
    _signal_tree(pid, signal.SIGSTOP)


def thaw(pid: int) -> None:
    """Resume them."""
    _signal_tree(pid, signal.SIGCONT)


def _signal_tree(pid: int, what: signal.Signals) -> None:
    with suppress(*PROCESS_GONE, KeyError):
        for member in process_tree([pid]):
            with suppress(*PROCESS_GONE):
                os.kill(member.pid, what)
