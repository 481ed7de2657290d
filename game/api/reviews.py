"""The review of a finished game: requested, and fetched."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from common.refusal import Refusal
from game.api.calls import EmptyBody, get_call, post_call
from game.api.replay import load_finished_game
from game.lobby.rated import require_no_rated_game
from game.review.requests import ReviewUnavailable, request_review, status_json


def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """How far the review of a game is, and the whole of it when it is done; POST requests it first."""
    return (post_review if request.method == "POST" else get_review)(request, game_id=game_id)


@get_call
def get_review(request: HttpRequest, game_id: str) -> JsonResponse:
    require_no_rated_game(request.user)
    return JsonResponse(status_json(load_finished_game(game_id, request.user)))


@post_call(EmptyBody)
def post_review(request: HttpRequest, body: EmptyBody, game_id: str) -> JsonResponse:
    require_no_rated_game(request.user)
    game = load_finished_game(game_id, request.user)
    try:
        request_review(game)
    except ReviewUnavailable as fault:
        raise Refusal(fault.code, fault.says) from None
    return JsonResponse(status_json(game), status=202)
