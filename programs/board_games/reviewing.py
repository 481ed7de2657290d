"""Review games over the board: one process claims a game, workers judge it deal by deal."""

import asyncio
import logging
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.engine.transcript import dump
from game.runtime.worker_pool import background
from game.table.record.heartbeat import DatabaseGone
from programs.board_games.games import Opened, open_game
from programs.board_games.models import BoardGame
from study.review.judge.game import combine_deals, judge_deal
from study.review.judge.record import Record
from study.review.judge.schema import GameReview

log = logging.getLogger(__name__)

WAITS = "SELECT 1 FROM board_games_boardgame WHERE done_at IS NULL AND asked_at IS NOT NULL"
# A process without progress for this long counts as dead.
LEASE = timedelta(seconds=60)
MAX_TRIES = 3
MAX_WAITING = 100  # in all
MAX_WAITING_OF_OWNER = 5


def status_json(opened: Opened) -> dict[str, Any]:
    """Return the status of a review, with the review if it is done, as of a game of this site."""
    row = opened.row
    states = {(False, False): "none", (True, False): "waiting", (True, True): "done"}
    state = states[row.asked_at is not None, row.done_at is not None]
    if state == "done" and row.review is None:
        state = "failed"
    return {
        "state": state,
        "deals": max(opened.played.state.deal, 1),
        "deals_done": row.deals_done,
        "review": row.review,
        "again": False,
    }


def request_review(opened: Opened) -> None:
    """Queue the review of a game, unless that was done before."""
    if not opened.can_be_reviewed:
        raise Refusal(
            "void",
            gettext(
                "Only a whole game can be reviewed: with a winner and every card, to 61 or 121, "
                "without penalties."
            ),
        )
    waiting = BoardGame.objects.filter(done_at=None).exclude(asked_at=None).exclude(pk=opened.row.pk)
    of_owner = waiting.filter(owner=opened.row.owner).count()
    if of_owner >= MAX_WAITING_OF_OWNER or waiting.count() >= MAX_WAITING:
        raise Refusal("too_many", gettext("Many reviews are waiting right now. Try again in a minute."))
    BoardGame.objects.filter(pk=opened.row.pk, asked_at=None).update(asked_at=clock.now())


async def review_board_games() -> None:
    """Make all waiting reviews, one after another."""
    while (row := await on_the_database_thread(claim_next)()) is not None:
        await review_game(row)


def claim_next() -> BoardGame | None:
    """Claim the next game whose review no other process is making."""
    now = clock.now()
    free = BoardGame.objects.filter(Q(taken_at=None) | Q(taken_at__lt=now - LEASE), done_at=None)
    for row in free.exclude(asked_at=None).order_by("asked_at")[:10]:
        as_it_was = BoardGame.objects.filter(
            pk=row.pk, done_at=None, asked_at=row.asked_at, taken_at=row.taken_at
        )
        if row.tries >= MAX_TRIES:
            as_it_was.update(done_at=now)
        elif as_it_was.update(taken_at=now, tries=row.tries + 1):
            return row
    return None


async def review_game(row: BoardGame) -> None:
    """Make one review. If it fails, log that once and give it up."""
    try:
        record = record_of(open_game(row))
        deals = []
        for number in range(1, record.deals + 1):
            deals.append(await asyncio.wrap_future(background().submit(judge_deal, record, number)))
            await on_the_database_thread(_store)(row, deals_done=number, taken_at=clock.now())
        review: GameReview = await asyncio.wrap_future(background().submit(combine_deals, record, deals))
        await on_the_database_thread(_store)(row, review=review, done_at=clock.now())
    except DatabaseGone:
        raise  # the database is away: when it is back, the review is claimed again
    except Exception:
        log.exception("the review of a game over the board failed")
        await on_the_database_thread(_store)(row, done_at=clock.now())


def record_of(opened: Opened) -> Record:
    """Return a whole game as a record for the judge."""
    return Record(opened.row.pk, dump(opened.played.state), opened.played.decks)


def _store(row: BoardGame, **fields: object) -> None:
    """Store progress or the result, unless the text has changed since."""
    BoardGame.objects.filter(pk=row.pk, text=row.text, done_at=None).update(**fields)
