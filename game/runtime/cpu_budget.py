"""Limits a computation's work, so that a busy or slow machine does not weaken bots.

A limit is in seconds of CPU time on a core of normal speed. When they have passed, the speed of the core is
measured by a fixed unit of work. On a slower core, the computation gets proportionally more time.
"""

import signal
from collections.abc import Callable
from functools import cache
from time import process_time
from typing import Any, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
T = TypeVar("T")

UNIT_SECONDS = 0.0007  # CPU time for a unit of work on the machine of docs/explanation/performance.md
SAMPLES = 3
MAX_SLOWNESS = 20.0
SHORTEST_TIMER = 0.001
LANES, TABLE_SIZE, BINS, ROUNDS = 40_000, 200_000, 30_000, 3


class OutOfTime(BaseException):
    """The computation has used up its time. Not an Exception, so that no brain catches it by accident."""


def run_with_cpu_limit(seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function with a limit on its work. Call it from the main thread of a process."""
    started = process_time()

    def check_limit(*_: Any) -> None:
        used = process_time() - started
        # The timer counts in ticks, so it may expire early.
        left = seconds - used if used < seconds else seconds * core_slowness() - used
        if left <= 0:
            raise OutOfTime
        signal.setitimer(signal.ITIMER_PROF, max(left, SHORTEST_TIMER))

    signal.signal(signal.SIGPROF, check_limit)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*args, **kwargs)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def core_slowness() -> float:
    """Return how much slower this core is at present than one of normal speed; at least 1."""
    samples = sorted(map(_unit_seconds, range(SAMPLES)))
    return min(max(1.0, samples[SAMPLES // 2] / UNIT_SECONDS), MAX_SLOWNESS)


def _unit_seconds(_: int) -> float:
    """Return the CPU time of one unit of work: table look-ups like those of the bots."""
    table, lanes = _unit_arrays()
    started = process_time()
    for _ in range(ROUNDS):
        found = table.take(lanes)
        chosen = np.where(found > BINS, found, lanes)
        np.bincount(chosen % BINS, found)
        np.nonzero(chosen > BINS)
    return process_time() - started


@cache
def _unit_arrays() -> tuple[Any, Any]:
    return np.arange(TABLE_SIZE), np.arange(LANES) * 7919 % TABLE_SIZE
