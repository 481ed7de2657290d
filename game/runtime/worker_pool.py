"""A pool of worker processes that run pure functions, so that no computation blocks the event loop.

`interactive().submit(function, *args)` returns a future: use `await asyncio.wrap_future(...)` on the event
loop, `.result()` elsewhere. A worker imports the function by its name, from a module that needs no Django.
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

# Workers get no other variables: they must not know the site's settings, especially its keys.
INHERITED_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH")


class JobFailed(Exception):
    """A job has no result. The message contains nothing of its arguments."""


class WorkerPool:
    """A pool of workers, started on demand and restarted after a failure."""

    def __init__(self, workers: int, *, timeout: float, niceness: int = 0) -> None:
        """Create a pool. `timeout` is the wall time of a job in seconds; after that the worker is killed."""
        self._jobs: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self._timeout, self._niceness = timeout, niceness
        # Daemon threads do not delay exit, and their workers end when the connection ends.
        self._threads = [Thread(target=self._feed_worker, name="brains", daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Submit a function. The future has its result, or JobFailed."""
        future: Future[T] = Future()
        self._jobs.put((future, pickle.dumps((function, args, kwargs))))
        return future

    def stop(self) -> None:
        """End the workers once the submitted jobs are done."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _feed_worker(self) -> None:
        """Pass jobs to one worker."""
        worker = _Worker(self._niceness)
        while job := self._jobs.get():
            future, arguments = job
            if future.set_running_or_notify_cancel():
                result, fault = worker.run_job(arguments, self._timeout)
                if fault:
                    future.set_exception(JobFailed(fault))
                else:
                    future.set_result(result)
        worker.kill()


class _Worker:
    """A worker process, started on demand, and the connection to it."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection[bytes, bytes]
        self._stderr_thread: Thread

    def run_job(self, job: bytes, timeout: float) -> tuple[Any, str]:
        """Return the result of a job and an empty error, or the error.

        After an error, the next job gets a new process.
        """
        try:
            if self._process is None or self._process.poll() is not None:
                self._start()
            self._connection.send_bytes(job)
            if self._connection.poll(timeout):
                answer: tuple[Any, str] = pickle.loads(self._connection.recv_bytes())  # noqa: S301 - from our own worker
                return answer
            fault = f"its worker came to no end in {timeout:g} seconds"
        except Exception as broken:  # most likely the worker has died
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
                start_new_session=True,  # Ctrl-C in the terminal is for the server alone
            )
        self._stderr_thread = Thread(target=log_stderr, args=[self._process], name="brains", daemon=True)
        self._stderr_thread.start()


def log_stderr(worker: "subprocess.Popen[bytes]") -> None:
    """Log a worker's stderr, mostly from crashes. The log redacts secrets."""
    assert worker.stderr is not None
    with worker.stderr as stderr:
        if text := stderr.read().decode(errors="replace").strip():
            log.error("a worker ended with this output: %s", text)


@cache
def interactive() -> WorkerPool:
    """Return the pool for work that a player waits for: bot moves, hints, the lab.

    Tables have priority over it.
    """
    return WorkerPool(settings.BOT_PROCESSES, timeout=settings.INTERACTIVE_SECONDS, niceness=5)


@cache
def background() -> WorkerPool:
    """Return the pool for reviews of finished games, at the lowest priority."""
    return WorkerPool(1, timeout=120, niceness=10)
