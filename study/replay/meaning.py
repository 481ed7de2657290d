"""The summary of a finished game, for its table."""

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse

from game.web.calls import get_call
from game.web.finished_game import load_finished_game
from people.profiles.game_summary import build_game_summary
from study.strength.luck.cards_shown import has_luck


@get_call
def meaning(request: HttpRequest, game_id: str) -> JsonResponse:
    """Return where the points came from, what the game means to its player, and if its luck is known."""
    game = load_finished_game(game_id, request.user)
    return JsonResponse(asdict(build_game_summary(game, request.user)) | {"luck": has_luck(game)})
