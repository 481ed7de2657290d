"""Make reviews in any table: one process claims a row, and another takes over if that process dies.

A process claims a row with compare-and-set. Workers do the judging, deal by deal; this module only hands the
deals out. The tables have the columns `asked_at`, `taken_at`, `tries` and `done_at`.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet

from common import clock
from common.database.thread import on_the_database_thread
from game.runtime.worker_pool import background
from game.table.record.heartbeat import DatabaseGone
from rng.seal import KeyMissing
from study.review.judge.game import combine_deals, judge_deal
from study.review.judge.record import Record
from study.review.judge.schema import GameReview

log = logging.getLogger(__name__)

# A process without progress for this long counts as dead. A game that lost this many processes would lose
# more.
LEASE = timedelta(seconds=60)
MAX_TRIES = 3
PROGRESS_INTERVAL = timedelta(seconds=0.5)

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Work:
    """A claimed review: how its game is loaded, and where its progress and its result are stored."""

    name: str  # for the log
    load: Callable[[], Record]
    record_progress: Callable[[int], None]  # also renews the claim
    save: Callable[[GameReview], None]
    mark_failed: Callable[[], None]
    postpone: Callable[[], None]


def claim(waiting: QuerySet[Row], give_up: Callable[[Row], None]) -> Row | None:
    """Claim the first waiting row that no other process holds. Give up rows that lost too many processes."""
    now = clock.now()
    for row in waiting.filter(Q(taken_at=None) | Q(taken_at__lt=now - LEASE), done_at=None)[:10]:
        held: Any = row
        # A new request makes it available again.
        if held.tries >= MAX_TRIES and held.taken_at is not None:
            log.error("%s %s was begun %d times and never finished", row._meta.model_name, row.pk, held.tries)
            give_up(row)
            continue
        as_it_was = waiting.model._default_manager.filter(
            pk=row.pk, done_at=None, asked_at=held.asked_at, taken_at=held.taken_at
        )
        if as_it_was.update(taken_at=now, tries=held.tries + 1):
            return row
    return None


async def make_review(work: Work) -> None:
    """Make one review. If it fails, log that once and give it up."""
    try:
        record = await on_the_database_thread(work.load)()
        deals = []
        stored_at = clock.now()
        for number in range(1, record.deals + 1):
            deals.append(await asyncio.wrap_future(background().submit(judge_deal, record, number)))
            if clock.now() - stored_at > PROGRESS_INTERVAL:
                stored_at = clock.now()
                await on_the_database_thread(work.record_progress)(number)
        review = await asyncio.wrap_future(background().submit(combine_deals, record, deals))
        await on_the_database_thread(work.save)(review)
    except DatabaseGone:
        raise  # the database is away: when it is back, the review is claimed again
    except KeyMissing:
        log.warning("%s: its key is not here, so its review waits", work.name)
        await on_the_database_thread(work.postpone)()
    except Exception:
        log.exception("%s: the review failed", work.name)
        await on_the_database_thread(work.mark_failed)()
