"""Measure the cost of the shuffle monitor, including the database."""

import os
import sys
from collections.abc import Callable, Iterator
from hashlib import sha512
from subprocess import PIPE, run
from time import process_time

import django
import msgspec
from django.core.management import call_command

from bench.figure import Figure
from bench.measurement import MeasurementFailed
from bench.requests import temporary_sqlite_path

LIMIT_US = 1000.0
ROUNDS = 15
# The maximum of deals at once, the deals of a busy evening in five seconds, and a single one.
BATCH_SIZES = (100, 20, 1)


def watch_cost() -> Iterator[Figure]:
    """Return the CPU time per monitored deal on SQLite, whose work happens in this process."""
    with temporary_sqlite_path() as path:
        command = [sys.executable, "-m", "bench.watch_cost"]
        inside = run(command, env=os.environ | {"DATABASE_PATH": path}, stdout=PIPE, check=False)
    if inside.returncode:
        raise MeasurementFailed("the watch could not be measured; the output above says why.")
    yield from msgspec.json.decode(inside.stdout, type=list[Figure])


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
            seconds.append(_cpu(lambda: watch_deals(clock.now())))
        what = f"a deal watched, {at_once} at once, CPU" if at_once > 1 else "a deal watched by itself, CPU"
        limit = LIMIT_US if at_once > 1 else None
        yield Figure("fairness", what, min(seconds) / at_once * 1e6, "us", limit)


def _cpu(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


if __name__ == "__main__":
    django.setup()
    call_command("migrate", verbosity=0)
    sys.stdout.buffer.write(msgspec.json.encode(list(measure_batches())))
