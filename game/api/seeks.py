"""Calls about who waits for whom."""

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext
from msgspec import Struct

from common.client_ip import keep_pace
from common.refusal import Refusal
from game.api.calls import Nothing, call, done, placed
from game.lobby import seeks
from game.lobby.guests import player_of
from game.lobby.seeks import Place, Reason
from game.models import Player
from game.rate_limits import GAMES


class Declined(Struct, forbid_unknown_fields=True, frozen=True):
    """Why not."""

    reason: Reason


@call(Nothing)
def accept(request: HttpRequest, nothing: Nothing, seek_id: str) -> JsonResponse:
    """Sit down opposite somebody who waits; a visitor becomes a guest by it."""
    keep_pace(request, GAMES)
    seek = seeks.sought(seek_id)
    return placed(Place(seeks.accept(seek_id=seek_id, player=player_of(request, seek.rated)).pk))


@call(Declined)
def decline(request: HttpRequest, declined: Declined, seek_id: str) -> JsonResponse:
    """Say no to a challenge."""
    seeks.decline(seek_id=seek_id, player=owner(request), reason=declined.reason)
    return done()


@call(Nothing)
def cancel(request: HttpRequest, nothing: Nothing, seek_id: str) -> JsonResponse:
    """Wait no more."""
    seeks.cancel(seek_id=seek_id, player=owner(request))
    return done()


def owner(request: HttpRequest) -> Player:
    """The visitor, who has something that could be declined or withdrawn only as a player."""
    if not isinstance(request.user, Player):
        raise Refusal("not_yours", gettext("Nobody waits for you, and you for nobody."))
    return request.user
