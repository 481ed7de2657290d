"""Run bench tasks in a worker process, and return their CPU seconds."""

from collections.abc import Callable
from itertools import chain, combinations
from math import comb
from time import process_time
from typing import ParamSpec

import numpy as np

from game.bots.scores import score_hands
from game.bots.tables import tables
from study.review.judge.game import judge_game
from study.review.judge.record import Record

P = ParamSpec("P")


def cpu_seconds_of(work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """Return the CPU seconds of this work."""
    begun = process_time()
    work(*args, **kwargs)
    return process_time() - begun


def count_all_hands() -> float:
    """Return the time to count every hand with every starter, as a hand and as a crib."""
    cards = chain.from_iterable(combinations(range(52), 5))
    five = np.fromiter(cards, np.uint8, comb(52, 5) * 5).reshape(-1, 5)
    return cpu_seconds_of(_count, five)


def _count(five: "np.ndarray[tuple[int, int], np.dtype[np.uint8]]") -> None:
    for starter in range(5):
        hands = np.delete(five, starter, axis=1)
        for crib in (False, True):
            score_hands(hands, five[:, starter], crib)


def load_tables() -> float:
    """Return the time to load the tables."""
    tables.cache_clear()
    return cpu_seconds_of(tables)


def review_game(record: Record) -> float:
    """Return the time to review a whole game."""
    return cpu_seconds_of(judge_game, record)
