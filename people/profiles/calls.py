"""The summary of a finished game, for its table."""

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse

from common.page_parts import load_parts
from game.web.calls import get_call
from game.web.finished_game import load_finished_game
from people.profiles.game_summary import build_game_summary


@get_call
def meaning(request: HttpRequest, game_id: str) -> JsonResponse:
    """Return the sources of the points, what the game means to its player, and other apps' parts."""
    game = load_finished_game(game_id, request.user)
    summary = asdict(build_game_summary(game, request.user))
    return JsonResponse(summary | {"luck": False} | load_parts("game_summary", game))
