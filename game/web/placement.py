"""The answer of the calls that begin a game or ask for one."""

from typing import Any

from django.http import JsonResponse

from game.lobby.seeks import Placement


def placement_response(place: Placement) -> JsonResponse:
    """Return the answer that names a game and its address."""
    answer: dict[str, Any] = {
        "game": place.game,
        "socket": f"/ws/table/{place.game}",
        "invite": place.invite,
        "waiting": place.waiting,
    }
    return JsonResponse(answer, status=201)
