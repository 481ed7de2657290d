"""What a worker is asked for the bench: the CPU seconds of its work, where bots really think."""

from collections.abc import Callable
from itertools import chain, combinations
from math import comb
from time import process_time
from typing import ParamSpec

import numpy as np

from game.bots.scores import score_hands
from game.bots.tables import tables
from game.review.judge import judge_game
from game.review.record import Record

P = ParamSpec("P")


def cpu(work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """The CPU seconds that this work takes."""
    begun = process_time()
    work(*args, **kwargs)
    return process_time() - begun


def all_hands() -> float:
    """The same, of every hand with every starter counted, as a hand and as a crib."""
    cards = chain.from_iterable(combinations(range(52), 5))
    five = np.fromiter(cards, np.uint8, comb(52, 5) * 5).reshape(-1, 5)
    return cpu(_count, five)


def _count(five: "np.ndarray[tuple[int, int], np.dtype[np.uint8]]") -> None:
    for starter in range(5):
        hands = np.delete(five, starter, axis=1)
        for crib in (False, True):
            score_hands(hands, five[:, starter], crib)


def loading() -> float:
    """The same, of the tables being read."""
    tables.cache_clear()
    return cpu(tables)


def a_review(record: Record) -> float:
    """The same, of a whole game being judged."""
    return cpu(judge_game, record)
