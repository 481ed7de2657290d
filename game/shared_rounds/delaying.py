"""Computes the delays of sets, each in a process of its own, and starts a set at the end of its delay."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from common import clock
from common.database.thread import on_the_database_thread
from game.runtime.scheduler import run_in_background
from game.runtime.worker_pool import INHERITED_ENVIRONMENT
from game.shared_decks.models import HEX, DeckSet
from game.shared_rounds.announcing import delay_steps, lock_set, start
from rng.delay import SEGMENTS

log = logging.getLogger(__name__)

Stage = DeckSet.Stage

IS_DUE = "SELECT 1 FROM shared_decks_deckset WHERE stage = 'delaying'"
# A process that has not finished a segment within this time counts as dead.
LEASE = timedelta(seconds=30)


async def start_due_delays() -> None:
    """Compute every delay that no process computes, in the background."""
    for deck_set in await on_the_database_thread(take_delays)():
        run_in_background(_compute_or_log(deck_set))


async def _compute_or_log(deck_set: str) -> None:
    try:
        await compute(deck_set)
    except Exception:
        log.exception("decks %s: their delay could not be computed; will retry", deck_set)


def take_delays() -> list[str]:
    """Claim the delays that no process computes, and return their sets."""
    now = clock.now()
    free = Q(delayed_at=None) | Q(delayed_at__lt=now - LEASE)
    due = DeckSet.objects.filter(free, stage=Stage.DELAYING)
    return [pk for pk in due.values_list("pk", flat=True) if due.filter(pk=pk).update(delayed_at=now)]


async def compute(deck_set: str) -> None:
    """Compute what is left of a set's delay. Each segment is stored, so that another process may go on."""
    value, steps, segments = await on_the_database_thread(_load)(deck_set)
    async for values in _run(value, steps, segments):
        if not await on_the_database_thread(keep)(deck_set, values):
            return
        segments -= len(values)
    if segments:
        log.error("decks %s: the process that computes their delay ended early; will retry", deck_set)


def _load(deck_set: str) -> tuple[str, int, int]:
    """Return the last value of a delay, the steps of a segment, and the number of segments left."""
    found = DeckSet.objects.get(pk=deck_set)
    steps = delay_steps(found)
    assert steps is not None
    values = [found.mix, *found.delay_values]
    return values[-1], steps, SEGMENTS - len(values) + 1


async def _run(value: str, steps: int, segments: int) -> AsyncIterator[Sequence[str]]:
    """Yield the values after these segments as they come, from a process that knows nothing of the site."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rng.delay", value, str(steps), str(segments)),
        cwd=settings.BASE_DIR,
        env={name: os.environ[name] for name in INHERITED_ENVIRONMENT if name in os.environ},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        rest = ""
        while chunk := await process.stdout.read(SEGMENTS * (HEX + 1)):
            *lines, rest = (rest + chunk.decode()).split("\n")
            if lines:
                yield lines
    finally:
        if not process.stdout.at_eof():  # if it is, the process ends by itself
            process.kill()
        await process.wait()


@transaction.atomic
def keep(deck_set: str, values: Sequence[str]) -> bool:
    """Store further values of a delay, and start the set after the last. Return False if it is called off."""
    found = lock_set(deck_set)
    if found.stage != Stage.DELAYING:
        return False
    found.delay, found.delayed_at = found.delay + "".join(values), clock.now()
    found.save(update_fields=["delay", "delayed_at"])
    if len(found.delay_values) == SEGMENTS:
        start(found, values[-1])
    return True
