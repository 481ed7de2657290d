"""Measure the cost of the shuffle monitor, including the database."""

from collections.abc import Iterator
from hashlib import sha512

from bench.children import begin_child, write_result
from bench.figure import Figure
from bench.worker_tasks import cpu_seconds_of

LIMIT_US = 1000.0
ROUNDS = 15
# The maximum of deals at once, the deals of a busy evening in five seconds, and a single one.
BATCH_SIZES = (100, 20, 1)


def measure_batches() -> Iterator[Figure]:
    """Record deals and monitor them. Take the best of some rounds for each batch size."""
    from common import clock
    from rng import bulk
    from rng.fairness.watch.monitor import watch_deals
    from rng.models import Deal

    decks = bulk.deck_batches(sha512(b"the cost of the watch").digest())
    for at_once in BATCH_SIZES:
        seconds = []
        for game in range(ROUNDS):
            scores = {"score_a": 40, "score_b": 52, "target": 121}
            people = {"dealer": 1, "seats": "ab", "rated": True}
            about = {"game": f"{at_once} at once, {game}", "at": clock.now(), "pone_hand": 8}
            dealt = enumerate(next(decks)[:at_once])
            Deal.objects.bulk_create(
                [Deal(number=n, deck=d.tobytes(), **about, **people, **scores) for n, d in dealt]
            )
            seconds.append(cpu_seconds_of(watch_deals, clock.now()))
        what = f"a deal watched, {at_once} at once, CPU" if at_once > 1 else "a deal watched by itself, CPU"
        limit = LIMIT_US if at_once > 1 else None
        yield Figure("fairness", what, min(seconds) / at_once * 1e6, "us", limit)


if __name__ == "__main__":
    begin_child()
    for figure in measure_batches():
        write_result(figure)
