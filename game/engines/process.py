"""The process of an engine: started within its limits, asked line by line, ended with all its children."""

import logging
import math
import os
import resource
import select
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from time import monotonic

from game.engines import launcher
from game.engines.protocol import MAX_LINE

log = logging.getLogger(__name__)

# All that an engine finds in its environment.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
MAX_STDERR = 2000  # bytes of what an engine says that are logged; the rest is read, and dropped
CHUNK = 4096


class EngineFault(Exception):
    """An engine does not answer; the message holds nothing of a card."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an engine may use.

    ms: what it is told that it has for a move.
    patience_ms: how much longer it is waited for, since a machine may be busy.
    cpu_seconds: of each of its processes, from one question to the next.
    is_isolated: whether it is not started where its network cannot be taken away.
    """

    ms: int = 1000
    patience_ms: int = 2000
    start_ms: int = 10_000
    memory_mb: int = 512
    is_isolated: bool = True

    @property
    def seconds(self) -> float:
        """How long an answer is waited for."""
        return (self.ms + self.patience_ms) / 1000

    @property
    def cpu_seconds(self) -> int:
        return 1 + math.ceil(2 * self.ms / 1000)


class EngineProcess:
    """One process of an engine, from its start to its end."""

    def __init__(self, program: Path, limits: Limits) -> None:
        self._program, self._limits = program, limits
        self._unread = b""
        isolated = "isolated" if limits.is_isolated else "as it is"
        arguments = [str(os.getpid()), str(limits.memory_mb), isolated, str(program)]
        self._process = subprocess.Popen(  # noqa: S603 - what a host has configured
            [sys.executable, "-I", "-S", launcher.__file__, *arguments],
            cwd=program.parent,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # a group of its own, which is ended as a whole
        )
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._stderr_thread = Thread(target=self._log_stderr, name="engines", daemon=True)
        self._stderr_thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, message: bytes, seconds: float) -> bytes:
        """The line that answers a message, within so many seconds."""
        deadline = monotonic() + seconds
        self._allow_cpu_seconds(self._limits.cpu_seconds)
        self._write(message + b"\n", deadline)
        return self._read_line(deadline)

    def kill(self) -> None:
        """End it, and all that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        self._stderr_thread.join(1)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    def _write(self, message: bytes, deadline: float) -> None:
        left = memoryview(message)
        while left:
            self._wait(self._input, select.POLLOUT, deadline)
            try:
                left = left[os.write(self._input, left) :]
            except OSError:
                raise EngineFault(self._describe_end()) from None

    def _read_line(self, deadline: float) -> bytes:
        while b"\n" not in self._unread:
            if len(self._unread) > MAX_LINE:
                raise EngineFault(f"its answer is longer than {MAX_LINE} bytes")
            self._wait(self._output, select.POLLIN, deadline)
            chunk = os.read(self._output, CHUNK)
            if not chunk:
                raise EngineFault(self._describe_end())
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        if len(line) > MAX_LINE:
            raise EngineFault(f"its answer is longer than {MAX_LINE} bytes")
        return line

    def _wait(self, descriptor: int, event: int, deadline: float) -> None:
        """Wait until a pipe is ready: by poll, which takes any number of a descriptor."""
        waiting = select.poll()
        waiting.register(descriptor, event)
        if not waiting.poll(max(0, deadline - monotonic()) * 1000):
            raise EngineFault("it did not answer in time")

    def _describe_end(self) -> str:
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "it closed its side"
        return {
            launcher.NOT_ISOLATED: "it was not started, for its network cannot be taken away here",
            launcher.NOT_STARTED: "it could not be started",
        }.get(status, f"it ended, with status {status}")

    def _allow_cpu_seconds(self, seconds: int) -> None:
        """Let it use so much from now on; the kernel ends it beyond that."""
        if sys.platform == "linux":
            with suppress(OSError):  # it has ended
                used = math.ceil(cpu_seconds_used(self.pid))
                until = (used + seconds, resource.RLIM_INFINITY)
                resource.prlimit(self.pid, resource.RLIMIT_CPU, until)

    def _log_stderr(self) -> None:
        """Read all it says there, so that it is never held up, and log the beginning when it ends."""
        assert self._process.stderr is not None
        kept = b""
        with self._process.stderr as stderr:
            while chunk := stderr.read1(CHUNK):  # type: ignore[attr-defined]
                kept = (kept + chunk)[:MAX_STDERR]
        if text := kept.decode(errors="replace").strip():
            log.warning("the engine %s ended, and had said: %s", self._program.name, text)


def cpu_seconds_used(pid: int) -> float:
    """The CPU time that a process has used."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user, system = after_name[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
