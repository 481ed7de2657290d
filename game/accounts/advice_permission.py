"""Permission for advice. Players in a rated game or an event's game get none."""

from collections.abc import Callable
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Game, Player

# The games whose players get no advice. An app adds its own in `AppConfig.ready`: those of events do.
games_without_advice = [Q(rated=True)]
# Return whether a casual game between people has hints. An app adds its own: events for beginners do.
hint_permissions: list[Callable[[str], bool]] = []


def is_without_advice() -> Q:
    """Select the games whose players get no advice."""
    return reduce(or_, games_without_advice)


def has_hints_between_people(game_id: str) -> bool:
    """Return whether an app allows hints in a casual game between people."""
    return any(allows(game_id) for allows in hint_permissions)


def game_without_advice(player: object) -> Game | None:
    """Return a player's live game that is rated or an event's, even one without a clock."""
    if not isinstance(player, Player):
        return None
    games = Game.objects.with_player(player).unfinished().filter(is_without_advice())
    return games.select_related("seat_a", "seat_b").first()


def require_no_rated_game(player: object) -> None:
    """Refuse advice to a player in a rated game or one of an event."""
    if game := game_without_advice(player):
        opponent = game.seat_b if game.seat_a == player else game.seat_a
        says = (
            gettext("You’re in a rated game against %(opponent)s. No advice until it’s over.")
            if game.rated
            else gettext("You’re in an event’s game against %(opponent)s. No advice until it’s over.")
        )
        raise Refusal("rated_game", says % {"opponent": opponent})
