"""The calls of the discard of the day, for programs and its own page."""

from datetime import date

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext

from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.accounts.guests import get_or_create_player
from game.web.calls import get_call, post_call
from study.throws.models import DailyThrow
from study.throws.voting import find_vote, load_throw, parse_thrown, throw_json, vote


class ThrowBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The two discarded cards."""

    cards: tuple[str, str]


def throw_call(request: HttpRequest, day: date) -> HttpResponse:
    """Return the discard of a day. POST votes for two cards first."""
    return (post_throw if request.method == "POST" else get_throw)(request, day=day)


@get_call
def get_throw(request: HttpRequest, day: date) -> JsonResponse:
    throw = require_throw(day)
    require_no_rated_game(request.user)
    return JsonResponse(throw_json(throw, find_vote(throw, request.user)))


@post_call(ThrowBody)
def post_throw(request: HttpRequest, body: ThrowBody, day: date) -> JsonResponse:
    throw = require_throw(day)
    parse_thrown(throw, body.cards)  # before a visitor becomes a guest
    return JsonResponse(throw_json(throw, vote(get_or_create_player(request), throw, body.cards)))


def require_throw(day: date) -> DailyThrow:
    """Return the discard of a day, or raise a refusal."""
    throw = load_throw(day)
    if throw is None:
        raise Refusal("no_throw", gettext("There’s no discard for this day."))
    return throw
