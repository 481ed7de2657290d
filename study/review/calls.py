"""The calls that request and return the review of a finished game."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from common.formats.json import Json
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.web.bodies import EmptyBody
from game.web.calls import get_call, post_call
from game.web.finished_game import load_finished_game
from study.review.requests import ReviewUnavailable, request_review, status_json


def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return the status of a game's review, with the review if it is done. POST requests it first."""
    return (post_review if request.method == "POST" else get_review)(request, game_id=game_id)


@get_call
def get_review(request: HttpRequest, game_id: str) -> JsonResponse:
    return JsonResponse(review_json(request, game_id))


@post_call(EmptyBody)
def post_review(request: HttpRequest, body: EmptyBody, game_id: str) -> JsonResponse:
    return JsonResponse(order_review(request, game_id), status=202)


def review_json(request: HttpRequest, game_id: str) -> Json:
    """Return the status of a game's review, with the review if it is done."""
    require_no_rated_game(request.user)
    return status_json(load_finished_game(game_id, request.user))


def order_review(request: HttpRequest, game_id: str) -> Json:
    """Request the review of a game, and return its status."""
    require_no_rated_game(request.user)
    game = load_finished_game(game_id, request.user)
    try:
        request_review(game)
    except ReviewUnavailable as fault:
        raise Refusal(fault.code, fault.says) from None
    return status_json(game)
