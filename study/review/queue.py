"""The queue of reviews: one process claims a review, and another takes over if that process dies.

A process claims a review with compare-and-set on its row. Workers do the judging, deal by deal; this module
only hands the deals out and stores the result.
"""

import asyncio
import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.transcript import header, parse_transcript
from game.models import Review, Scoresheet
from game.runtime.worker_pool import background
from game.table.record import ledger
from game.table.record.heartbeat import DatabaseGone
from game.table.shuffle.fairness import build_fairness
from rng.seal import KeyMissing
from study.review.judge.game import combine_deals, judge_deal
from study.review.judge.grades import MILLION
from study.review.judge.record import Record, deck_numbers
from study.review.judge.schema import JUDGE, GameReview

log = logging.getLogger(__name__)

WAITS = "SELECT 1 FROM game_review WHERE done_at IS NULL"
# A process without progress for this long counts as dead. A game that lost this many processes would lose
# more.
LEASE = timedelta(seconds=60)
MAX_TRIES = 3
# A review that was given up is begun once more for each request, up to this many times in total.
MAX_TRIES_IN_ALL = 6
PROGRESS_INTERVAL = timedelta(seconds=0.5)


async def run_queue() -> None:
    """Make all waiting reviews, one after another."""
    while (game_id := await on_the_database_thread(claim_next)()) is not None:
        await review_game(game_id)


async def review_game(game_id: str) -> None:
    """Make one review. If it fails, log that once and give it up."""
    try:
        record = await on_the_database_thread(load_record)(game_id)
        deals = []
        stored_at = clock.now()
        for number in range(1, record.deals + 1):
            deals.append(await asyncio.wrap_future(background().submit(judge_deal, record, number)))
            if clock.now() - stored_at > PROGRESS_INTERVAL:
                stored_at = clock.now()
                await on_the_database_thread(record_progress)(game_id, number)
        review = await asyncio.wrap_future(background().submit(combine_deals, record, deals))
        await on_the_database_thread(save_review)(game_id, review)
    except DatabaseGone:
        raise  # the database is away: when it is back, the review is claimed again
    except KeyMissing:
        log.warning("game %s: its key is not here, so its review waits", game_id)
        await on_the_database_thread(postpone)(game_id)
    except Exception:
        log.exception("game %s: the review failed", game_id)
        await on_the_database_thread(mark_failed)(game_id)


def claim_next() -> str | None:
    """Claim the next game whose review no other process is making."""
    now = clock.now()
    free = Review.objects.filter(Q(taken_at=None) | Q(taken_at__lt=now - LEASE), done_at=None)
    for review in free.order_by("-waited_for", "asked_at").defer("judged")[:10]:
        # A new request makes it available again.
        if review.tries >= MAX_TRIES and review.taken_at is not None:
            log.error("game %s: the review was begun %d times and never finished", review.pk, review.tries)
            mark_failed(review.pk)
            continue
        as_it_was = Review.objects.filter(pk=review.pk, done_at=None, taken_at=review.taken_at)
        if as_it_was.update(taken_at=now, tries=review.tries + 1):
            return review.game_id
    return None


def record_progress(game_id: str, deals_done: int) -> None:
    """Store progress, which also renews this process's claim."""
    Review.objects.filter(pk=game_id, done_at=None).update(deals_done=deals_done, taken_at=clock.now())


def save_review(game_id: str, review: GameReview) -> None:
    """Store a review and its results for both seats."""
    with transaction.atomic():
        done = Review.objects.filter(pk=game_id, done_at=None).update(
            judged=review, judge=JUDGE, deals_done=len(review["deals"]), done_at=clock.now()
        )
        if done:
            for seat, player in enumerate(review["players"]):
                Scoresheet.objects.filter(game=game_id, seat=seat).update(
                    decisions=player["decisions"], lost_by_play=player["lost"] / MILLION
                )


def save_out_of_turn(game_id: str, review: GameReview) -> None:
    """Store a review made outside the queue, replacing anything queued or stored before."""
    fresh = {"asked_at": clock.now(), "deals": len(review["deals"]), "done_at": None}
    with transaction.atomic():
        Review.objects.update_or_create(game_id=game_id, defaults=fresh)
        save_review(game_id, review)


def mark_failed(game_id: str) -> None:
    """Mark a game as failed, so that no process tries forever."""
    Review.objects.filter(pk=game_id, done_at=None).update(judge=JUDGE, done_at=clock.now(), judged=None)


def postpone(game_id: str) -> None:
    """Retry a review when its lease is over, without counting the attempt."""
    Review.objects.filter(pk=game_id, done_at=None).update(tries=0)


def load_record(game_id: str) -> Record:
    """Return a finished game as a record for the judge: its words without times, and its decks."""
    row = ledger.load_row(game_id)
    rules, tokens = parse_transcript(row.transcript)
    plain = [token.partition("/")[0] for token in tokens]
    fairness = build_fairness(row)
    decks = {number: fairness.deck(number) for number in deck_numbers(plain)}
    return Record(row.id, " ".join((header(rules), *plain)), decks)
