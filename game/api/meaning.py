"""A finished game, looked back on at its table."""

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse

from game.api.calls import get_call
from game.api.replay import load_finished_game
from game.profiles.game_summary import build_game_summary


@get_call
def meaning(request: HttpRequest, game_id: str) -> JsonResponse:
    """Where both sides' points came from, and what the game was among all games of the one who asks."""
    return JsonResponse(asdict(build_game_summary(load_finished_game(game_id), request.user)))
