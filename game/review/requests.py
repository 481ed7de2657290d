"""Requests for reviews, and how far these are."""

from typing import Any

from django.utils.translation import gettext

from common import clock
from game.engine.transcript import parse_transcript
from game.models import Game, Review
from game.review.record import count_deals
from game.review.schema import JUDGE

# At most so many reviews may be requested at once: the queue is for everybody.
MAX_WAITING = 100


class ReviewUnavailable(Exception):
    """A game cannot have a review, or not now: a code for the program, a sentence for the player."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.says = code, message


def request_review(game: Game) -> None:
    """Queue the review of a finished game before those nobody asked for; again if there is a better judge."""
    if game.winner is None:
        raise ReviewUnavailable("void", gettext("No one won this game, so there’s nothing to review."))
    review = Review.objects.filter(pk=game.pk).only("done_at", "judge").first()
    if review is None:
        _enqueue(game)
    elif review.done_at is None:
        Review.objects.filter(pk=game.pk, done_at=None).update(waited_for=True)
    elif review.judge < JUDGE:
        outdated = Review.objects.filter(pk=game.pk, done_at=review.done_at)
        outdated.update(
            asked_at=clock.now(), waited_for=True, deals_done=0, taken_at=None, tries=0, done_at=None
        )


def status_json(game: Game) -> dict[str, Any]:
    """How far a review is, and all of it once it is done."""
    review = Review.objects.filter(pk=game.pk).first()
    if review is None:
        return {"state": "none", "deals": 0, "deals_done": 0, "review": None}
    state = "waiting" if review.done_at is None else "failed" if review.judged is None else "done"
    judged = review.judged if state == "done" else None
    return {"state": state, "deals": review.deals, "deals_done": review.deals_done, "review": judged}


def _enqueue(game: Game) -> None:
    if Review.objects.filter(done_at=None, waited_for=True).count() >= MAX_WAITING:
        raise ReviewUnavailable(
            "too_many", gettext("Many reviews are waiting right now. Try again in a minute.")
        )
    deals = count_deals(parse_transcript(game.transcript)[1])
    Review.objects.get_or_create(
        game=game, defaults={"asked_at": clock.now(), "waited_for": True, "deals": deals}
    )
