"""Calls that lead to a table."""

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext

from common.client_ip import keep_pace
from common.refusal import Refusal
from game.api.calls import Nothing, call, placed
from game.api.game_request import GameWanted, sit_down
from game.lobby import seeks
from game.lobby.guests import player_of
from game.lobby.rematch import rematch as ask_again
from game.lobby.seeks import Place
from game.models import Player
from game.rate_limits import GAMES


@call(GameWanted)
def make_game(request: HttpRequest, wanted: GameWanted) -> JsonResponse:
    """A game against a bot, anyone, a player by name, or whoever has the link."""
    keep_pace(request, GAMES)
    return placed(sit_down(request, wanted))


@call(Nothing)
def join(request: HttpRequest, nothing: Nothing, code: str) -> JsonResponse:
    """Follow a link that somebody gave away."""
    keep_pace(request, GAMES)
    seek = seeks.invited(code)
    return placed(Place(seeks.join(code=code, player=player_of(request, seek.rated)).pk))


@call(Nothing)
def rematch(request: HttpRequest, nothing: Nothing, game_id: str) -> JsonResponse:
    """Another game of the same two."""
    if not isinstance(request.user, Player):
        raise Refusal("not_yours", gettext("Only those who played this game can have it again."))
    keep_pace(request, GAMES)
    return placed(ask_again(game_id=game_id, player=request.user))
