"""The process of an engine: started within its limits, asked line by line, ended with all its children."""

import json
import logging
import math
import os
import select
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from time import monotonic

from game.engines.protocol import MAX_LINE

log = logging.getLogger(__name__)

# All that an engine finds in its environment.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
MAX_STDERR = 2000  # bytes of what an engine says that are logged; the rest is read, and dropped
CHUNK = 4096
ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = (sys.executable, "-S", "-m", "game.engines.launcher")
ENDING_SECONDS = 10  # that the supervisor has to end all processes
# A process answers so many questions before another takes its place, so that its CPU time has a hard limit.
MAX_QUESTIONS = 1000


class EngineFault(Exception):
    """An engine does not answer; the message holds nothing of a card."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an engine may use.

    ms: what it is told that it has for a move.
    patience_ms: how much longer it is waited for, since a machine may be busy.
    processes: processes and threads together.
    cpu_seconds: of all its processes together, from one question to the next.
    is_isolated: whether it is not started where its network cannot be taken away.
    """

    ms: int = 1000
    patience_ms: int = 2000
    start_ms: int = 10_000
    memory_mb: int = 512
    processes: int = 128
    is_isolated: bool = True

    @property
    def seconds(self) -> float:
        """How long an answer is waited for."""
        return (self.ms + self.patience_ms) / 1000

    @property
    def cpu_seconds(self) -> int:
        return 1 + math.ceil(2 * self.ms / 1000)

    @property
    def allowance(self) -> str:
        """The limits as the launcher reads them."""
        return json.dumps(
            {
                "memory_mb": self.memory_mb,
                "processes": self.processes,
                "cpu_seconds": self.cpu_seconds,
                "lifetime_cpu_seconds": (MAX_QUESTIONS + 2) * self.cpu_seconds,
                "is_isolated": self.is_isolated,
            }
        )


class EngineProcess:
    """One process of an engine, from its start to its end."""

    def __init__(self, program: Path, limits: Limits) -> None:
        self._program, self._limits = program, limits
        self._unread = b""
        self._questions_left = MAX_QUESTIONS
        self._control, theirs = socket.socketpair()
        self._reported = b""
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - what a host has configured
                [*LAUNCHER, str(theirs.fileno()), limits.allowance, str(program)],
                cwd=ROOT,
                env=ENVIRONMENT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # a Ctrl-C in the terminal is for the server alone
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
        """The supervisor, which ends when all processes of the engine have ended."""
        return self._process.pid

    @property
    def is_worn(self) -> bool:
        """Whether another process shall answer the next question."""
        return self._questions_left <= 0

    def read_guards(self) -> list[str]:
        """Return the names of the guards that confine the engine; wait until it has started."""
        return self._read_report("guards", ENDING_SECONDS).split(",")

    def ask(self, message: bytes, seconds: float) -> bytes:
        """The line that answers a message, within so many seconds."""
        deadline = monotonic() + seconds
        self._questions_left -= 1
        with suppress(OSError):  # it has ended
            self._control.send(b"?")
        self._write(message + b"\n", deadline)
        return self._read_line(deadline)

    def kill(self) -> None:
        """End it, and all that it has started."""
        self._control.close()
        try:
            self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
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
        return self._read_report("end", ENDING_SECONDS / 2) or "it closed its side"

    def _read_report(self, kind: str, seconds: float) -> str:
        """The sentence of this kind from the supervisor; empty if there is none in so many seconds."""
        self._control.settimeout(seconds)
        found = self._find_report(kind)
        with suppress(OSError):
            while found is None and (more := self._control.recv(CHUNK)):
                self._reported += more
                found = self._find_report(kind)
        return found or ""

    def _find_report(self, kind: str) -> str | None:
        lines = self._reported.decode().split("\n")[:-1]
        return next((text for name, _, text in (line.partition(" ") for line in lines) if name == kind), None)

    def _log_stderr(self) -> None:
        """Read all it says there, so that it is never held up, and log the beginning when it ends."""
        assert self._process.stderr is not None
        kept = b""
        with self._process.stderr as stderr:
            while chunk := stderr.read1(CHUNK):  # type: ignore[attr-defined]
                kept = (kept + chunk)[:MAX_STDERR]
        if text := kept.decode(errors="replace").strip():
            log.warning("the engine %s ended, and had said: %s", self._program.name, text)
