"""The summary of a finished game, for its table."""

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse

from game.api.calls import get_call
from game.api.replay import load_finished_game
from game.profiles.game_summary import build_game_summary


@get_call
def meaning(request: HttpRequest, game_id: str) -> JsonResponse:
    """Where both sides' points came from, and what the game means in the requesting player's history."""
    return JsonResponse(asdict(build_game_summary(load_finished_game(game_id, request.user), request.user)))
