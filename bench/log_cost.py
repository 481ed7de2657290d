"""Measure the cost of the public log: writing and publishing leaves, and proving them."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from subprocess import PIPE, run
from time import process_time
from typing import Any

import django
import msgspec
from django.core.management import call_command

from bench.figure import Figure
from bench.measurement import MeasurementFailed
from bench.requests import temporary_sqlite_path

GAMES_A_SECOND = 100
MOST_OF_A_CORE = 5.0  # percent
ROUND_SECONDS = 2  # the interval of the job
ROUNDS = 9
BEFORE = 100_000  # leaves that exist already


def log_cost() -> Iterator[Figure]:
    """Measure CPU time at a hundred games a second on SQLite, whose work happens in this process."""
    with temporary_sqlite_path() as path:
        command = [sys.executable, "-m", "bench.log_cost"]
        own = {"DATABASE_PATH": path, "LOG_ROOT": str(Path(path).with_name("log"))}
        inside = run(command, env=os.environ | own, stdout=PIPE, check=False)
    if inside.returncode:
        raise MeasurementFailed("the public log could not be measured; the output above says why.")
    yield from msgspec.json.decode(inside.stdout, type=list[Figure])


def measure() -> Iterator[Figure]:
    """Begin and end games, and publish every two seconds. Take the best of some rounds."""
    from django.conf import settings
    from django.db import transaction

    from bench.public_games import create_games, fill_log
    from game.log.leaves import log_endings, log_opening
    from game.models import Game
    from proof.public_log.proofs import load_proof
    from proof.public_log.publisher import publish

    def prove(game: Game) -> None:
        assert load_proof(game.pk, game.params, is_over=True) is not None

    fill_log(BEFORE)
    publish()
    kept = _folder_bytes(settings.LOG_ROOT)
    opened, ended, published = [], [], []
    for number in range(ROUNDS):
        games = create_games(f"r{number}g", GAMES_A_SECOND * ROUND_SECONDS)
        # In the transaction of the event itself, which exists anyway.
        with transaction.atomic():
            opened.append(_cpu(log_opening, [(game.pk,) for game in games]))
            ended.append(_cpu(log_endings, [([game.pk],) for game in games]))
        published.append(_cpu(publish, [()]))
    proofs = min(_cpu(prove, [(game,) for game in games]) for _ in range(3))
    each = GAMES_A_SECOND * ROUND_SECONDS
    total = min(opened) + min(ended) + min(published)
    yield _figure("a game's beginning written down", min(opened) / each * 1e6, "us of CPU")
    yield _figure("a game's end written down", min(ended) / each * 1e6, "us of CPU")
    yield _figure(f"{2 * each} leaves published", min(published) * 1e3, "ms of CPU")
    share = total / ROUND_SECONDS * 100
    yield _figure(f"{GAMES_A_SECOND} games a second logged", share, "% of a core", MOST_OF_A_CORE)
    yield _figure("a proof for a transcript", proofs / each * 1e6, "us of CPU")
    grown = (_folder_bytes(settings.LOG_ROOT) - kept) / (ROUNDS * each)
    yield _figure("a game in the log's files", grown, "bytes")


def _figure(what: str, value: float, unit: str, target: float | None = None) -> Figure:
    return Figure("fairness", what, value, unit, target)


def _folder_bytes(root: Path) -> int:
    return sum(file.stat().st_size for file in root.rglob("*") if file.is_file())


def _cpu(work: Callable[..., object], calls: Sequence[tuple[Any, ...]]) -> float:
    begun = process_time()
    for arguments in calls:
        work(*arguments)
    return process_time() - begun


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    sys.stdout.buffer.write(msgspec.json.encode(list(measure())))
