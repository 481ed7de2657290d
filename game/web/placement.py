"""The response of calls that begin or request a game."""

from typing import Any

from django.http import JsonResponse

from game.lobby.seeks import Placement


def placement_response(place: Placement) -> JsonResponse:
    """Return the response that names a game and its URL."""
    answer: dict[str, Any] = {
        "game": place.game,
        "socket": f"/ws/table/{place.game}",
        "invite": place.invite,
        "waiting": place.waiting,
    }
    return JsonResponse(answer, status=201)
