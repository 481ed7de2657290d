"""Review games over the board, by the mechanism that also reviews the games of this site."""

from functools import partial
from typing import Any

from django.utils.translation import gettext

from common import clock
from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.engine.transcript import dump
from programs.board_games.games import Opened, open_game
from programs.board_games.models import BoardGame
from study.review.judge.record import Record
from study.review.judge.schema import GameReview
from study.review.work import Work, claim, make_review

WAITS = "SELECT 1 FROM board_games_boardgame WHERE done_at IS NULL AND asked_at IS NOT NULL"
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
    waiting = BoardGame.objects.exclude(asked_at=None).order_by("asked_at")
    return claim(waiting, give_up=mark_failed)


async def review_game(row: BoardGame) -> None:
    """Make one review. If it fails, log that once and give it up."""
    work = Work(
        f"board game {row.pk}",
        load=lambda: record_of(open_game(row)),
        record_progress=lambda number: _store(row, deals_done=number, taken_at=clock.now()),
        save=partial(save_review, row),
        mark_failed=partial(mark_failed, row),
        postpone=lambda: _store(row, tries=0),
    )
    await make_review(work)


def save_review(row: BoardGame, review: GameReview) -> None:
    """Store a review."""
    _store(row, review=review, deals_done=len(review["deals"]), done_at=clock.now())


def mark_failed(row: BoardGame) -> None:
    """Mark a review as failed, so that no process tries forever."""
    _store(row, done_at=clock.now())


def record_of(opened: Opened) -> Record:
    """Return a whole game as a record for the judge."""
    return Record(opened.row.pk, dump(opened.played.state), opened.played.decks)


def _store(row: BoardGame, **fields: object) -> None:
    """Store progress or the result, unless the text has changed since."""
    BoardGame.objects.filter(pk=row.pk, text=row.text, done_at=None).update(**fields)
