"""The desk where reviews are done: one process takes one, and one that dies leaves it to the others.

A review is taken by comparing what its row says of who was at it last. The judging is a worker's; here it is
only handed out, deal by deal, and what comes back is kept.
"""

import asyncio
import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from game.engine.transcript import header, split
from game.models import Review, Scoresheet
from game.review.grades import MILLION
from game.review.judge import judge_deal, sum_up
from game.review.record import Record, dealt_in
from game.review.schema import JUDGE, Judged
from game.runtime.scheduler import every
from game.runtime.worker_pool import study
from game.table import ledger
from game.table.fairness import fairness_of
from game.table.heartbeat import Gone
from game.table.ledger import on_the_database_thread
from game.table.sealed_secrets import KeyMissing

log = logging.getLogger(__name__)

# Who has told of no progress for so long is gone; and who was gone so often would be again.
LEASE = timedelta(seconds=60)
TRIES = 3
TOLD = timedelta(seconds=0.5)


async def work() -> None:
    """Do all reviews there are to do, one after another."""
    while (game_id := await on_the_database_thread(take)()) is not None:
        await review(game_id)


async def review(game_id: str) -> None:
    """Do one review; where that fails, it is told once and left."""
    try:
        record = await on_the_database_thread(record_of)(game_id)
        deals = []
        at = clock.now()
        for number in range(1, record.deals + 1):
            deals.append(await asyncio.wrap_future(study().ask(judge_deal, record, number)))
            if clock.now() - at > TOLD:
                at = clock.now()
                await on_the_database_thread(note)(game_id, number)
        judged = await asyncio.wrap_future(study().ask(sum_up, record, deals))
        await on_the_database_thread(keep)(game_id, judged)
    except Gone:
        raise  # the database is not there: when it is back, the review is taken again
    except KeyMissing:
        log.warning("game %s: its key is not here, so its review waits", game_id)
        await on_the_database_thread(put_by)(game_id)
    except Exception:
        log.exception("game %s: it could not be reviewed", game_id)
        await on_the_database_thread(give_up)(game_id)


def take() -> str | None:
    """The next game to review, if there is one that no other process is at."""
    now = clock.now()
    free = Review.objects.filter(Q(taken_at=None) | Q(taken_at__lt=now - LEASE), done_at=None)
    for review in free.order_by("-waited_for", "asked_at").defer("judged")[:10]:
        if review.tries >= TRIES:
            log.error("game %s: its review was begun %d times and never done", review.pk, TRIES)
            give_up(review.pk)
            continue
        as_it_was = Review.objects.filter(pk=review.pk, done_at=None, taken_at=review.taken_at)
        if as_it_was.update(taken_at=now, tries=review.tries + 1):
            return review.game_id
    return None


def note(game_id: str, deals_done: int) -> None:
    """Tell of progress, and that somebody is still at it."""
    Review.objects.filter(pk=game_id, done_at=None).update(deals_done=deals_done, taken_at=clock.now())


def keep(game_id: str, judged: Judged) -> None:
    """Keep a review, and what it says of either seat."""
    with transaction.atomic():
        done = Review.objects.filter(pk=game_id, done_at=None).update(
            judged=judged, judge=JUDGE, deals_done=len(judged["deals"]), done_at=clock.now()
        )
        if done:
            for seat, player in enumerate(judged["players"]):
                Scoresheet.objects.filter(game=game_id, seat=seat).update(
                    decisions=player["decisions"], lost_by_play=player["lost"] / MILLION
                )


def keep_at_once(game_id: str, judged: Judged) -> None:
    """Keep a review that was done out of turn, whatever stood in the line or was kept before."""
    fresh = {"asked_at": clock.now(), "deals": len(judged["deals"]), "done_at": None}
    with transaction.atomic():
        Review.objects.update_or_create(game_id=game_id, defaults=fresh)
        keep(game_id, judged)


def give_up(game_id: str) -> None:
    """Leave a game without a review, so that nobody tries for ever."""
    Review.objects.filter(pk=game_id, done_at=None).update(judge=JUDGE, done_at=clock.now(), judged=None)


def put_by(game_id: str) -> None:
    """Try a review again when its lease is over, however often that may be."""
    Review.objects.filter(pk=game_id, done_at=None).update(tries=0)


def record_of(game_id: str) -> Record:
    """A finished game as its judge is given it: its words without what its clock charged, and its decks."""
    row = ledger.row(game_id)
    rules, words = split(row.transcript)
    plain = [word.partition("/")[0] for word in words]
    fairness = fairness_of(row)
    decks = {number: fairness.deck(number) for number in dealt_in(plain)}
    return Record(row.id, " ".join((header(rules), *plain)), decks)


every(1.0, work, for_all=True)
