"""Measure the cost of the public log: writing and publishing leaves."""

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

from bench.children import begin_child, write_result
from bench.figure import Figure

GAMES_A_SECOND = 100
MOST_OF_A_CORE = 5.0  # percent
ROUND_SECONDS = 2  # the interval of the job
ROUNDS = 9
BEFORE = 100_000  # leaves that exist already


def measure() -> Figure:
    """Begin and end games, and publish every two seconds. Take the best of some rounds."""
    from django.db import transaction

    from bench.public_games import create_games, fill_log
    from game.log.leaves import log_endings, log_opening
    from proof.public_log.publisher import publish

    fill_log(BEFORE)
    publish()
    opened, ended, published = [], [], []
    for number in range(ROUNDS):
        games = create_games(f"r{number}g", GAMES_A_SECOND * ROUND_SECONDS)
        # In the transaction of the event itself, which exists anyway.
        with transaction.atomic():
            opened.append(_cpu(log_opening, [(game.pk,) for game in games]))
            ended.append(_cpu(log_endings, [([game.pk],) for game in games]))
        published.append(_cpu(publish, [()]))
    share = (min(opened) + min(ended) + min(published)) / ROUND_SECONDS * 100
    return Figure("fairness", f"{GAMES_A_SECOND} games a second logged", share, "% of a core", MOST_OF_A_CORE)


def _cpu(work: Callable[..., object], calls: Sequence[tuple[Any, ...]]) -> float:
    begun = process_time()
    for arguments in calls:
        work(*arguments)
    return process_time() - begun


if __name__ == "__main__":
    begin_child()
    write_result(measure())
