"""Requests for reviews, and their status."""

from typing import Any

from django.utils.translation import gettext

from common import clock
from game.engine.transcript import parse_transcript
from game.models import Game, Review
from study.review.judge.record import count_deals
from study.review.judge.schema import JUDGE
from study.review.queue import MAX_TRIES_IN_ALL

# The most reviews that may wait at once, because all users share the queue.
MAX_WAITING = 100


class ReviewUnavailable(Exception):
    """A game cannot have a review, or not now: a code for the program, a sentence for the player."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.says = code, message


def request_review(game: Game) -> None:
    """Queue the review of a finished game ahead of automatic ones.

    It is made again if there is a better judge, or if it failed: the processes may have died for other
    reasons. If the game itself makes them fail, this is tried a few times only.
    """
    if game.winner is None:
        raise ReviewUnavailable("void", gettext("This game has no winner, so there’s nothing to review."))
    review = Review.objects.filter(pk=game.pk).only("done_at", "judge", "judged", "tries").first()
    if review is None:
        _enqueue(game)
    elif review.done_at is None:
        Review.objects.filter(pk=game.pk, done_at=None).update(waited_for=True)
    elif review.judge < JUDGE:
        _requeue(review, tries=0)
    elif may_ask_again(review):
        _requeue(review, tries=review.tries)


def may_ask_again(review: Review) -> bool:
    """Return whether a failed review may be tried once more."""
    return review.done_at is not None and review.judged is None and review.tries < MAX_TRIES_IN_ALL


def status_json(game: Game) -> dict[str, Any]:
    """Return the status of a review, with the review if it is done."""
    review = Review.objects.filter(pk=game.pk).first()
    if review is None:
        return {"state": "none", "deals": 0, "deals_done": 0, "review": None, "again": False}
    state = "waiting" if review.done_at is None else "failed" if review.judged is None else "done"
    judged = review.judged if state == "done" else None
    return {
        "state": state,
        "deals": review.deals,
        "deals_done": review.deals_done,
        "review": judged,
        "again": may_ask_again(review),
    }


def _requeue(review: Review, tries: int) -> None:
    """Put a finished or failed review back into the queue, unless a concurrent request has just done that."""
    _check_queue()
    Review.objects.filter(pk=review.pk, done_at=review.done_at).update(
        asked_at=clock.now(), waited_for=True, deals_done=0, taken_at=None, tries=tries, done_at=None
    )


def _enqueue(game: Game) -> None:
    _check_queue()
    deals = count_deals(parse_transcript(game.transcript)[1])
    Review.objects.get_or_create(
        game=game, defaults={"asked_at": clock.now(), "waited_for": True, "deals": deals}
    )


def _check_queue() -> None:
    if Review.objects.filter(done_at=None, waited_for=True).count() >= MAX_WAITING:
        raise ReviewUnavailable(
            "too_many", gettext("Many reviews are waiting right now. Try again in a minute.")
        )
