"""A worker process, which runs the jobs of a `WorkerPool`. Independent of the site.

It is started as `python -m game.runtime.worker LINE NICENESS`, where LINE is the descriptor of its socket.
"""

import os
import pickle
import sys
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from traceback import extract_tb

from game.bots.registry import BRAINS, choose
from game.engine.events import Event
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Phase, Rules
from game.engine.view import seats_to_move, view
from game.runtime.cpu_budget import OutOfTime, core_slowness
from rng.twister import twister

EXIT_DISCONNECTED = 1
# Both hands have many different ranks, which is most expensive for Master. Two discards, a lead and a reply.
WARM_UP_DECK = tuple(5 * place % 52 for place in range(52))
WARM_UP_QUESTIONS = 4


def run_job(job: bytes) -> bytes:
    """Run a job. Return its result and an empty error, or an empty result and the error."""
    try:
        function, args, kwargs = pickle.loads(job)  # noqa: S301 - from the process that started this one
        return pickle.dumps((function(*args, **kwargs), ""))
    except (Exception, OutOfTime) as fault:
        return pickle.dumps((None, describe_fault(fault)))


def describe_fault(fault: BaseException) -> str:
    """Describe an error by type and place, without its message: the message may hold cards."""
    frame = extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} in {frame.name}, {os.path.relpath(frame.filename)}:{frame.lineno}"


def warm_up() -> None:
    """Load everything that decisions need, with a discard, a lead and a reply by every brain."""
    core_slowness()
    state, memory, asked = start(Rules()), tuple[Event, ...](), 0
    while asked < WARM_UP_QUESTIONS:
        if seats := seats_to_move(state):
            brains = [*BRAINS] if state.deal > 1 else ["novice"]
            shown = view(state, seats[0])
            moves = [choose(name, shown, memory, twister(bytes(64))) for name in brains]
            state, events = act(state, seats[0], moves[0])
            asked += state.deal > 1
        else:
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            state, events = act(state, None, Deal(number, WARM_UP_DECK))
        memory += events


def receive_jobs(connection: "Connection[bytes, bytes]", jobs: "SimpleQueue[bytes]") -> None:
    """Receive jobs. When the connection ends, exit at once, even in the middle of a job."""
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
