"""API calls that lead to a table."""

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext

from common.refusal import Refusal
from game.accounts.guests import get_or_create_player
from game.accounts.places import enter_seat
from game.lobby import seeks
from game.lobby.rematch import request_rematch as ask_again
from game.lobby.seeks import Placement
from game.models import Player
from game.web.bodies import EmptyBody
from game.web.calls import post_call
from game.web.game_request import GameRequest, arrange_game
from game.web.placement import placement_response


@post_call(GameRequest)
def make_game(request: HttpRequest, game_request: GameRequest) -> JsonResponse:
    """Start a game against a bot, any opponent, a player by name, or by link."""
    enter_seat(request)
    return placement_response(arrange_game(request, game_request))


@post_call(EmptyBody)
def join(request: HttpRequest, body: EmptyBody, code: str) -> JsonResponse:
    """Follow an invitation link."""
    enter_seat(request)
    seek = seeks.load_seek_by_code(code)
    return placement_response(
        Placement(seeks.join(code=code, player=get_or_create_player(request, seek.rated)).pk)
    )


@post_call(EmptyBody)
def rematch(request: HttpRequest, body: EmptyBody, game_id: str) -> JsonResponse:
    """Request a rematch."""
    if not isinstance(request.user, Player):
        raise Refusal("not_yours", gettext("Only the players of this game can have a rematch."))
    enter_seat(request)
    return placement_response(ask_again(game_id=game_id, player=request.user))
