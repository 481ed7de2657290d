"""API calls about seeks."""

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext
from msgspec import Struct

from common.refusal import Refusal
from game.accounts.guests import get_or_create_player
from game.accounts.places import enter_seat
from game.lobby import friends, seeks
from game.lobby.seeks import Placement, Reason
from game.models import Player
from game.web.bodies import EmptyBody
from game.web.calls import empty_response, post_call
from game.web.placement import placement_response
from game.wire.messages import Hex32


class DeclineBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The reason for declining."""

    reason: Reason


@post_call(EmptyBody)
def accept(request: HttpRequest, body: EmptyBody, seek_id: str) -> JsonResponse:
    """Accept a seek."""
    enter_seat(request)
    return placement_response(Placement(accept_seek(request, seek_id)))


def accept_seek(request: HttpRequest, seek_id: str) -> str:
    """Accept a seek, and return the game's id. A visitor becomes a guest."""
    seek = seeks.load_seek(seek_id)
    return seeks.accept(seek_id=seek_id, player=get_or_create_player(request, seek.rated)).pk


class CommitmentBody(Struct, forbid_unknown_fields=True, frozen=True):
    """A seat's commitment."""

    c: Hex32


@post_call(CommitmentBody)
def commit_ahead(request: HttpRequest, body: CommitmentBody, seek_id: str) -> JsonResponse:
    """Commit to the caller's part of the shuffle before any player follows the link."""
    friends.commit_ahead(seek_id=seek_id, player=require_player(request), commitment=body.c)
    return empty_response()


@post_call(DeclineBody)
def decline(request: HttpRequest, body: DeclineBody, seek_id: str) -> JsonResponse:
    """Decline a challenge."""
    seeks.decline(seek_id=seek_id, player=require_player(request), reason=body.reason)
    return empty_response()


@post_call(EmptyBody)
def cancel(request: HttpRequest, body: EmptyBody, seek_id: str) -> JsonResponse:
    """Cancel a seek."""
    seeks.cancel(seek_id=seek_id, player=require_player(request))
    return empty_response()


def require_player(request: HttpRequest) -> Player:
    """Return the visitor's player. Only a player can have something to decline or cancel."""
    if not isinstance(request.user, Player):
        raise Refusal(
            "not_yours", gettext("You’re not waiting for a game, and no player is waiting for you.")
        )
    return request.user
