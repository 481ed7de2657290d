"""Limits a computation's CPU time, so that a busy machine makes no bot slow or weak."""

import signal
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class OutOfTime(BaseException):
    """A computation has used up its time; not an Exception, so that no brain catches it by accident."""


def run_with_cpu_limit(seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function with a limit on its CPU time; for the main thread of a process."""
    signal.signal(signal.SIGPROF, _raise_out_of_time)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*args, **kwargs)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _raise_out_of_time(*_: Any) -> NoReturn:
    raise OutOfTime
