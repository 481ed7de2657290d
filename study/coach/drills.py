"""The exercise of the trainer that fits what the coach said."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from common import clock
from game.models import Game, Player
from game.shared_decks.barrier import is_open
from study.coach.choosing import Mistake, Remark
from study.coach.moments import Moment
from study.review.judge.schema import GameReview
from study.trainer.mistakes import END, LEAD, OWN_CRIB, PAIRING, THEIR_CRIB, find_mistakes, tags_of
from study.trainer.models import Exercise
from study.trainer.training import tags_due

LABELS: dict[str, Promise] = {
    OWN_CRIB: _("Train discards to your crib"),
    THEIR_CRIB: _("Train discards to their crib"),
    LEAD: _("Train leads"),
    PAIRING: _("Train pairs"),
    END: _("Train endgames"),
    "": _("Train this mistake"),
}


class Drill(NamedTuple):
    """A link to the trainer, and the remark that it belongs to."""

    remark: Remark
    url: str
    label: str


def find_drill(
    player: Player, game: Game, seat: int, review: GameReview, remarks: Sequence[Remark]
) -> Drill | None:
    """Return the first drill that is due: a mistake of this game, else one of the same kind from another."""
    if not player.has_account:
        return None
    mistakes = [remark for remark in remarks if isinstance(remark, Mistake)]
    if game.voided_at is None and not is_open(game.pk):
        plies = _due_plies(player, game, find_mistakes(review, seat))
        for mistake in mistakes:
            for moment in mistake.alike:
                if moment.decision["ply"] in plies:
                    return _drill(mistake, next(_tags(moment), ""), game.pk)
    tags = tags_due(player) if mistakes else set()
    found = ((each, tag) for each in mistakes for tag in _tags(each.moment) if tag in tags)
    return next((_drill(mistake, tag) for mistake, tag in found), None)


def _due_plies(player: Player, game: Game, plies: Iterable[int]) -> set[int]:
    """Return those of a game's mistakes that the trainer shows now, or once it has collected them."""
    rested = Q(is_dropped=True) | Q(due_on=None) | Q(due_on__gt=clock.now().date())
    known = Exercise.objects.filter(rested, player=player, game=game)
    return {*plies} - {*known.values_list("ply", flat=True)}


def _tags(moment: Moment) -> Iterator[str]:
    """Yield the tags that the trainer gives a decision, the most special first."""
    if moment.decision["sort"] in ("throw", "card"):
        yield from tags_of(moment.seen, moment.decision["lines"])


def _drill(remark: Remark, tag: str, game: str = "") -> Drill:
    query = {name: value for name, value in (("game", game), ("tag", tag)) if value}
    return Drill(remark, f"{reverse('train')}?{urlencode(query)}", str(LABELS[tag]))
