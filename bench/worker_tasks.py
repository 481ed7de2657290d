"""Runs in a worker process for the bench, and returns the CPU seconds of its work."""

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
    """The CPU seconds that this work takes."""
    begun = process_time()
    work(*args, **kwargs)
    return process_time() - begun


def count_all_hands() -> float:
    """The same, of every hand with every starter counted, as a hand and as a crib."""
    cards = chain.from_iterable(combinations(range(52), 5))
    five = np.fromiter(cards, np.uint8, comb(52, 5) * 5).reshape(-1, 5)
    return cpu_seconds_of(_count, five)


def _count(five: "np.ndarray[tuple[int, int], np.dtype[np.uint8]]") -> None:
    for starter in range(5):
        hands = np.delete(five, starter, axis=1)
        for crib in (False, True):
            score_hands(hands, five[:, starter], crib)


def load_tables() -> float:
    """The same, of the tables being read."""
    tables.cache_clear()
    return cpu_seconds_of(tables)


def review_game(record: Record) -> float:
    """The same, of a whole game being judged."""
    return cpu_seconds_of(judge_game, record)
