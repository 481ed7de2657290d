"""The calls of the trainer."""

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext

from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.models import Player
from game.web.bodies import EmptyBody
from game.web.calls import get_call, post_call
from study.trainer.collecting import collect
from study.trainer.training import answer, load_state


class AnswerBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The two discarded cards, or the one played."""

    cards: tuple[str, ...]


def train_call(request: HttpRequest) -> HttpResponse:
    """Return the player's progress and the next exercise. POST collects new mistakes first."""
    return (post_train if request.method == "POST" else get_train)(request)


@get_call
def get_train(request: HttpRequest) -> JsonResponse:
    return _state(request, _require_trainee(request))


@post_call(EmptyBody)
def post_train(request: HttpRequest, body: EmptyBody) -> JsonResponse:
    player = _require_trainee(request)
    collect(player)
    return _state(request, player)


@post_call(AnswerBody)
def answer_call(request: HttpRequest, body: AnswerBody, exercise: int) -> JsonResponse:
    """Answer an exercise."""
    return JsonResponse(answer(_require_trainee(request), exercise, body.cards))


def _state(request: HttpRequest, player: Player) -> JsonResponse:
    return JsonResponse(load_state(player, request.GET.get("tag", ""), request.GET.get("game", "")))


def _require_trainee(request: HttpRequest) -> Player:
    """Return the player. Refuse visitors without an account, and players in a rated game."""
    if not (isinstance(request.user, Player) and request.user.has_account):
        raise Refusal("no_account", gettext("You need an account to train your mistakes."))
    require_no_rated_game(request.user)
    return request.user
