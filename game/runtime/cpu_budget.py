"""How long a thought may take: in CPU time of its own process, so that a busy machine makes nobody late."""

import signal
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class OutOfTime(BaseException):
    """A thought has used up its time; no brain that catches its own exceptions catches this."""


def run_with_cpu_limit(seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function answers, if it takes no more CPU time than that; for the main thread of a process."""
    signal.signal(signal.SIGPROF, _raise_out_of_time)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*args, **kwargs)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _raise_out_of_time(*_: Any) -> NoReturn:
    raise OutOfTime
