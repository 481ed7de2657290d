"""The cards of a discard of the day cannot be played again, because other players know them."""

from django.db.models import Q
from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Game
from study.throws.models import DailyThrow


def check_was_no_throw(game: Game, origin: str) -> None:
    """Raise a refusal if the cards of a game were a discard of the day."""
    if DailyThrow.objects.filter(Q(game=game.pk) | Q(game__shared__round__of_game=origin)).exists():
        message = gettext("These cards were a discard of the day, so other players know them.")
        raise Refusal("too_late", message)
