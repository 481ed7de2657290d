"""Permission for advice: players in a rated game, or in one of an event, get none."""

from django.db.models import Q
from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Game, Player

# Rated games, and those of an event: no advice to those who sit there.
NO_ADVICE_IN = Q(rated=True) | Q(pairing__isnull=False)


def require_no_rated_game(player: object) -> None:
    """Refuse advice to a player in a rated game or one of an event, even one without a clock."""
    if not isinstance(player, Player):
        return
    games = Game.objects.with_player(player).unfinished().filter(NO_ADVICE_IN)
    if game := games.select_related("seat_a", "seat_b").first():
        opponent = game.seat_b if game.seat_a == player else game.seat_a
        says = (
            gettext("You’re in a rated game against %(opponent)s. No advice until it’s over.")
            if game.rated
            else gettext("You’re in an event’s game against %(opponent)s. No advice until it’s over.")
        )
        raise Refusal("rated_game", says % {"opponent": opponent})
