"""Reviews as they are asked for, and how far they are."""

from typing import Any

from django.utils.translation import gettext

from common import clock
from game.engine.transcript import split
from game.models import Game, Review
from game.review.record import deals_in
from game.review.schema import JUDGE

# So many reviews may be waited for at once: the line is for all.
LINE = 100


class NotReviewed(Exception):
    """A game that cannot have a review, or not now: a code for the program, a sentence for the player."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code, self.says = code, says


def ask(game: Game) -> None:
    """Have a finished game reviewed before those nobody waits for; again if there is a better judge."""
    if game.winner is None:
        raise NotReviewed("void", gettext("Nobody won this game: there is nothing to review."))
    review = Review.objects.filter(pk=game.pk).only("done_at", "judge").first()
    if review is None:
        _queue(game)
    elif review.done_at is None:
        Review.objects.filter(pk=game.pk, done_at=None).update(waited_for=True)
    elif review.judge < JUDGE:
        outdated = Review.objects.filter(pk=game.pk, done_at=review.done_at)
        outdated.update(
            asked_at=clock.now(), waited_for=True, deals_done=0, taken_at=None, tries=0, done_at=None
        )


def told(game: Game) -> dict[str, Any]:
    """How far a review is, and all of it once it is done."""
    review = Review.objects.filter(pk=game.pk).first()
    if review is None:
        return {"state": "none", "deals": 0, "deals_done": 0, "review": None}
    state = "waiting" if review.done_at is None else "failed" if review.judged is None else "done"
    judged = review.judged if state == "done" else None
    return {"state": state, "deals": review.deals, "deals_done": review.deals_done, "review": judged}


def _queue(game: Game) -> None:
    if Review.objects.filter(done_at=None, waited_for=True).count() >= LINE:
        raise NotReviewed("too_many", gettext("Many reviews are waited for just now. Ask again in a minute."))
    deals = deals_in(split(game.transcript)[1])
    Review.objects.get_or_create(
        game=game, defaults={"asked_at": clock.now(), "waited_for": True, "deals": deals}
    )
