"""A worker process, which runs the jobs of a `WorkerPool` and knows nothing of the site.

It is started as `python -m game.runtime.worker LINE NICENESS`, where LINE is the descriptor of its socket.
"""

import os
import pickle
import sys
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from traceback import extract_tb

from game.bots import BRAINS, choose
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Rules
from game.engine.view import seats_to_move, view
from game.runtime.cpu_budget import OutOfTime
from rng.twister import twister

EXIT_DISCONNECTED = 1


def run_job(job: bytes) -> bytes:
    """Run a job, and return its result or a description of the fault; the other is empty."""
    try:
        function, args, kwargs = pickle.loads(job)  # noqa: S301 - from the process that started this one
        return pickle.dumps((function(*args, **kwargs), ""))
    except (Exception, OutOfTime) as fault:
        return pickle.dumps((None, describe_fault(fault)))


def describe_fault(fault: BaseException) -> str:
    """Describe what went wrong and where, but not with what: a message may hold cards that no log should."""
    frame = extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} in {frame.name}, {os.path.relpath(frame.filename)}:{frame.lineno}"


def warm_up() -> None:
    """Load all that decisions need: every brain throws once, leads once, and replies once."""
    state = start(Rules())
    for number in (0, 1):
        state, _ = act(state, None, Deal(number, tuple(range(52))))
    for _ in range(4):
        seat = seats_to_move(state)[0]
        moves = [choose(name, view(state, seat), (), twister(bytes(64))) for name in BRAINS]
        state, _ = act(state, seat, moves[0])


def receive_jobs(connection: "Connection[bytes, bytes]", jobs: "SimpleQueue[bytes]") -> None:
    """Receive jobs; when the connection ends nobody waits for answers, so exit at once, even mid-thought."""
    try:
        while True:
            jobs.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(EXIT_DISCONNECTED)


def main(descriptor: str, niceness: str) -> None:
    sys.modules["django"] = None  # type: ignore[assignment]  # whatever needs the site fails here, and says so
    os.nice(int(niceness))
    line, jobs = Connection(int(descriptor)), SimpleQueue[bytes]()
    Thread(target=receive_jobs, args=(line, jobs), daemon=True).start()
    warm_up()
    while True:
        line.send_bytes(run_job(jobs.get()))


if __name__ == "__main__":
    main(*sys.argv[1:])
