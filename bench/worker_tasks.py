"""Run bench tasks in a worker process, and return their CPU seconds."""

from collections.abc import Callable
from time import process_time
from typing import ParamSpec

from study.review.judge.game import judge_game
from study.review.judge.record import Record

P = ParamSpec("P")


def cpu_seconds_of(work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """Return the CPU seconds of this work."""
    begun = process_time()
    work(*args, **kwargs)
    return process_time() - begun


def review_game(record: Record) -> float:
    """Return the time to review a whole game."""
    return cpu_seconds_of(judge_game, record)
