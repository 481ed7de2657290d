"""Thinking, done by workers: processes that run pure functions, so that no thought holds up the event loop.

`live().ask(function, *args)` gives a future: `await asyncio.wrap_future(...)` on the event loop, `.result()`
elsewhere. A worker knows the function by its name: it stands in a module, and in one that needs no Django.
"""

import logging
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from django.conf import settings

from game.bots.brain import ONE_THREAD

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# A worker learns nothing of the site, least of all its keys.
INHERITED_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH")


class JobFailed(Exception):
    """Why there is no answer; nothing of what was asked is in it."""


class WorkerPool:
    """So many workers, each begun when it is first needed, and again when it was lost."""

    def __init__(self, workers: int, *, timeout: float, niceness: int = 0) -> None:
        """Patience is counted in seconds on the wall from when a worker takes a job up; then it is killed."""
        self._jobs: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self._timeout, self._niceness = timeout, niceness
        # Daemons hold up no exit, and their workers end by themselves when the lines break off.
        self._threads = [Thread(target=self._feed_worker, name="brains", daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """What a function answers, or NoAnswer."""
        asked: Future[T] = Future()
        self._jobs.put((asked, pickle.dumps((function, args, kwargs))))
        return asked

    def stop(self) -> None:
        """Let the workers go, once what was asked is answered."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _feed_worker(self) -> None:
        """Hand one job after another to one worker."""
        worker = _Worker(self._niceness)
        while job := self._jobs.get():
            asked, what = job
            if asked.set_running_or_notify_cancel():
                found, fault = worker.run_job(what, self._timeout)
                if fault:
                    asked.set_exception(JobFailed(fault))
                else:
                    asked.set_result(found)
        worker.kill()


class _Worker:
    """A worker as seen from here: a process that is begun when it is needed, and the line to it."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection[bytes, bytes]
        self._stderr_thread: Thread

    def run_job(self, job: bytes, timeout: float) -> tuple[Any, str]:
        """The answer to a job, and what went wrong: then the next one may have a new process."""
        try:
            if self._process is None or self._process.poll() is not None:
                self._start()
            self._connection.send_bytes(job)
            if self._connection.poll(timeout):
                found: tuple[Any, str] = pickle.loads(self._connection.recv_bytes())  # noqa: S301 - from our own worker
                return found
            fault = f"its worker came to no end in {timeout:g} seconds"
        except Exception as broken:  # the line of a worker that died, most likely; and the next job is due
            fault = f"its worker was lost ({type(broken).__name__})"
        self.kill()
        return None, fault

    def kill(self) -> None:
        if self._process is not None:
            self._connection.close()
            self._process.kill()
            self._process.wait()
            self._stderr_thread.join()
            self._process = None

    def _start(self) -> None:
        self.kill()
        ours, theirs = socket.socketpair()
        self._connection = Connection(ours.detach())
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", "game.runtime.worker", str(theirs.fileno()), str(self._niceness)],
                cwd=settings.BASE_DIR,
                env={name: os.environ[name] for name in INHERITED_ENVIRONMENT if name in os.environ}
                | ONE_THREAD,
                stdin=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # a Ctrl-C in the terminal is for the server to hear
            )
        self._stderr_thread = Thread(target=log_stderr, args=[self._process], name="brains", daemon=True)
        self._stderr_thread.start()


def log_stderr(worker: "subprocess.Popen[bytes]") -> None:
    """What a worker says beside its answers, as it crashes mostly: the log is scrubbed, its words are not."""
    assert worker.stderr is not None
    with worker.stderr as words:
        if said := words.read().decode(errors="replace").strip():
            log.error("a worker ended, and said: %s", said)


@cache
def interactive() -> WorkerPool:
    """Who thinks while somebody waits: for a bot's move, a hint, the lab; the tables themselves go first."""
    return WorkerPool(settings.BOT_PROCESSES, timeout=10, niceness=5)


@cache
def background() -> WorkerPool:
    """Who judges finished games, when there is nothing better to do."""
    return WorkerPool(1, timeout=120, niceness=10)
