"""Judge exercises again in the background before they are shown, and drop those that are no mistake."""

import asyncio
import logging
from datetime import timedelta

from django.db.models import Q
from msgspec import to_builtins

from common import clock
from common.database.thread import on_the_database_thread
from common.formats.json import Json
from game.engine.view import View
from game.runtime.worker_pool import background
from game.table.record.heartbeat import DatabaseGone
from game.wire.views import view_json
from rng.seal import KeyMissing
from study.review.queue import load_record
from study.trainer.mistakes import Judged, judge_again
from study.trainer.models import Exercise

log = logging.getLogger(__name__)

WAITS = "SELECT 1 FROM trainer_exercise WHERE judged_at IS NULL"
LEASE = timedelta(seconds=150)  # longer than a worker may take
MAX_TRIES = 3


async def judge_waiting() -> None:
    """Judge all waiting exercises, one after another."""
    while (exercise := await on_the_database_thread(claim_next)()) is not None:
        await judge(exercise)


async def judge(exercise: Exercise) -> None:
    """Judge an exercise. Drop it if it cannot be judged."""
    try:
        record = await on_the_database_thread(load_record)(exercise.game_id)
        judged = await asyncio.wrap_future(background().submit(judge_again, record, exercise.ply))
    except DatabaseGone:
        raise
    except KeyMissing:
        return  # it is claimed again when its lease is over
    except Exception:
        log.exception("exercise %s: could not be judged", exercise)
        judged = None
    await on_the_database_thread(save)(exercise, judged)


def claim_next() -> Exercise | None:
    """Claim the next exercise that no other process is judging."""
    now = clock.now()
    free = Exercise.objects.filter(Q(taken_at=None) | Q(taken_at__lt=now - LEASE), judged_at=None)
    for exercise in free.order_by("added_at", "pk")[:10]:
        if exercise.tries >= MAX_TRIES:
            save(exercise, None)
            continue
        as_it_was = Exercise.objects.filter(pk=exercise.pk, judged_at=None, taken_at=exercise.taken_at)
        if as_it_was.update(taken_at=now, tries=exercise.tries + 1):
            return exercise
    return None


def save(exercise: Exercise, judged: Judged | None) -> None:
    """Store the result, or mark the exercise as dropped if it was no mistake."""
    waiting = Exercise.objects.filter(pk=exercise.pk, judged_at=None)
    if judged is None:
        waiting.update(judged_at=clock.now(), is_dropped=True, due_on=None)
        return
    waiting.update(
        judged_at=clock.now(),
        seat=judged.view.seat,
        view=_plain(judged.view),
        lines=judged.lines,
        made=judged.made,
        tags=list(judged.tags),
    )


def _plain(view: View) -> Json:
    """Return the seat's view, without the last show, which was of another deal."""
    plain: Json = to_builtins(view_json(view._replace(show=None)))
    return plain
