"""The review of a finished game: asked for, and told."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from common.refusal import Refusal
from game.api.calls import Nothing, call, look
from game.api.replay import finished
from game.lobby.rated import stay_unaided
from game.review.requests import NotReviewed, ask, told


def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """How far the review of a game is, and the whole of it when it is done; POST asks for it first."""
    return (ask_for_it if request.method == "POST" else tell)(request, game_id=game_id)


@look
def tell(request: HttpRequest, game_id: str) -> JsonResponse:
    stay_unaided(request.user)
    return JsonResponse(told(finished(game_id)))


@call(Nothing)
def ask_for_it(request: HttpRequest, nothing: Nothing, game_id: str) -> JsonResponse:
    stay_unaided(request.user)
    game = finished(game_id)
    try:
        ask(game)
    except NotReviewed as fault:
        raise Refusal(fault.code, fault.says) from None
    return JsonResponse(told(game), status=202)
