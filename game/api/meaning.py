"""A finished game, looked back on at its table."""

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse

from game.api.calls import look
from game.api.replay import finished
from game.profiles.game_summary import meaning_of


@look
def meaning(request: HttpRequest, game_id: str) -> JsonResponse:
    """Where both sides' points came from, and what the game was among all games of the one who asks."""
    return JsonResponse(asdict(meaning_of(finished(game_id), request.user)))
