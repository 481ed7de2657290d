"""An engine's process: started within its limits, asked line by line, ended with all its children."""

import json
import logging
import math
import os
import re
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

# The engine's whole environment.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
MAX_STDERR = (
    2000  # bytes of an engine's stderr to log, and to look for its last words in; the rest is dropped
)
MAX_LAST_WORDS = 200
CHUNK = 4096
ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = (sys.executable, "-S", "-m", "game.engines.launcher")
ENDING_SECONDS = 10  # time for the supervisor to end all processes
# A process is replaced after this many questions, so that its CPU time has a hard limit.
MAX_QUESTIONS = 1000


# The lines of a traceback, in Python or Node, and of perror in C, that say what went wrong.
REASON = re.compile(r"^(\S.*)?(Error|Exception|permitted|denied)")


class EngineFault(Exception):
    """An engine does not answer. The message contains no cards.

    last_words: the line of its error output that says why it ended. This may contain anything.
    """

    def __init__(self, why: str, last_words: str = "") -> None:
        super().__init__(why)
        self.last_words = last_words


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an engine.

    ms: the time for a move that it is given.
    patience_ms: the additional time before it fails, because a machine may be busy.
    processes: processes and threads together.
    cpu_seconds: of all its processes together, from one question to the next.
    is_isolated: whether to refuse a start if the network cannot be taken away.
    """

    ms: int = 1000
    patience_ms: int = 2000
    start_ms: int = 10_000
    memory_mb: int = 512
    processes: int = 128
    is_isolated: bool = True

    @property
    def seconds(self) -> float:
        """The maximum time for an answer."""
        return (self.ms + self.patience_ms) / 1000

    @property
    def cpu_seconds(self) -> int:
        return 1 + math.ceil(2 * self.ms / 1000)

    @property
    def allowance(self) -> str:
        """The limits in the launcher's format."""
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
    """One process of an engine, from start to end."""

    def __init__(self, program: Path, limits: Limits) -> None:
        self._program, self._limits = program, limits
        self._unread = b""
        self._questions_left = MAX_QUESTIONS
        self._control, theirs = socket.socketpair()
        self._reported = b""
        self._stderr_end = b""
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - what a host has configured
                [*LAUNCHER, str(theirs.fileno()), limits.allowance, str(program)],
                cwd=ROOT,
                env=ENVIRONMENT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C in the terminal is for the server alone
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
        """The supervisor's id. It ends when all processes of the engine have ended."""
        return self._process.pid

    @property
    def is_worn(self) -> bool:
        """Whether another process must answer the next question."""
        return self._questions_left <= 0

    @property
    def last_words(self) -> str:
        """The line of its error output that says why it ended, once it was killed. Else the last line."""
        shown = "".join(one if one.isprintable() or one == "\n" else " " for one in self._stderr_text)
        lines = [line for line in shown.split("\n") if line.strip()]
        reasons = [line for line in lines if REASON.search(line)]
        return (reasons or lines or [""])[-1].strip()[:MAX_LAST_WORDS]

    @property
    def _stderr_text(self) -> str:
        return self._stderr_end.decode(errors="replace")

    def read_guards(self) -> list[str]:
        """Return the names of the guards that confine the engine. Wait until it has started."""
        return self._read_report("guards", ENDING_SECONDS).split(",")

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Return the line that answers a message within so many seconds."""
        deadline = monotonic() + seconds
        self._questions_left -= 1
        with suppress(OSError):  # ended
            self._control.send(b"?")
        self._write(message + b"\n", deadline)
        return self._read_line(deadline)

    def kill(self) -> None:
        """End the process and all its descendants."""
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
        """Wait until a pipe is ready. Uses poll, which accepts any descriptor number."""
        waiting = select.poll()
        waiting.register(descriptor, event)
        if not waiting.poll(max(0, deadline - monotonic()) * 1000):
            raise EngineFault("it did not answer in time")

    def _describe_end(self) -> str:
        return self._read_report("end", ENDING_SECONDS / 2) or "it closed its side"

    def _read_report(self, kind: str, seconds: float) -> str:
        """Return the supervisor's report of this kind; empty if there is none within so many seconds."""
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
        """Read all of stderr, so that the engine is never blocked, and log its beginning at the end."""
        assert self._process.stderr is not None
        kept = b""
        with self._process.stderr as stderr:
            while chunk := stderr.read1(CHUNK):  # type: ignore[attr-defined]
                kept = (kept + chunk)[:MAX_STDERR]
                self._stderr_end = (self._stderr_end + chunk)[-MAX_STDERR:]
        if text := kept.decode(errors="replace").strip():
            log.warning("the engine %s ended with this output: %s", self._program.name, text)
