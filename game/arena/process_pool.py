"""Worker processes for the arena. They don't load Django, and end with the process that started them."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from traceback import format_exc
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

Job = tuple[Any, ...]
Result = TypeVar("Result")


class JobFailed(Exception):
    """A job failed, for this reason."""


class Worker(NamedTuple):
    """A process, and the pipe to it."""

    process: BaseProcess
    wire: Connection


class ProcessPool(Generic[Result]):
    """Processes for jobs of one kind. They exist only inside a `with` block."""

    def __init__(self, size: int, work: Callable[..., Result]) -> None:
        self._size, self._work = size, work
        self._workers: list[Worker] = []

    def __enter__(self) -> Self:
        # Spawned, not forked, so that the workers inherit nothing that the command has loaded.
        spawn = get_context("spawn")
        for _ in range(self._size):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=_run_jobs, args=(theirs, self._work), daemon=True)
            process.start()
            theirs.close()
            self._workers.append(Worker(process, ours))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.wire.close()
        self._workers.clear()

    def results(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the result of every job, in the order in which they finish."""
        waiting = iter(jobs)
        busy = [worker.wire for worker in self._workers if _send_next(worker.wire, waiting)]
        while busy:
            for wire in wait(busy):
                assert isinstance(wire, Connection)
                yield _receive_result(wire)
                if not _send_next(wire, waiting):
                    busy.remove(wire)


def _send_next(wire: Connection, jobs: Iterator[Job]) -> bool:
    """Send the next job, if there is one."""
    for job in jobs:
        wire.send(job)
        return True
    return False


def _receive_result(wire: Connection) -> Any:
    """Receive the result of a worker's job."""
    try:
        result, why = wire.recv()
    except (EOFError, ConnectionResetError):
        raise JobFailed("One of the processes was ended from outside.") from None
    if why:
        raise JobFailed(why)
    return result


def _run_jobs(wire: Connection, work: Callable[..., Result]) -> None:
    """Run jobs until the pipe closes, because the sender may die without a message."""
    # Ctrl-C reaches every process of a terminal. The parent ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, ConnectionError):
        while True:
            job = wire.recv()
            try:
                done = work(*job)
            except JobFailed as fault:
                wire.send((None, str(fault)))
            except Exception:
                wire.send((None, f"{work.__name__}{job} failed:\n{format_exc()}"))
            else:
                wire.send((done, None))
