"""The frame of API calls: one small typed body in, JSON out, and one shape for every refusal."""

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException, UnreadablePostError
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt

from common.client_ip import check_rate_limit
from common.query_params import too_many_response
from common.rate_limit import RateLimited
from common.refusal import Refusal
from game.consumers.messages import DECODE_ERRORS
from game.lobby.seeks import Placement
from game.rate_limits import CALLS
from game.table.heartbeat import DatabaseGone
from game.table.metrics import REFUSALS

log = logging.getLogger(__name__)

T = TypeVar("T")
View = Callable[..., HttpResponse]

MAX_BODY = 4096
STATUS_BY_CODE = {
    "bad_request": 400,
    "banned": 403,
    "blocked": 403,
    "csrf": 403,
    "newcomer": 403,
    "no_account": 403,
    "not_yours": 403,
    "people_only": 403,
    "rated_game": 403,
    "same_owner": 403,
    "same_place": 403,
    "suspended": 403,
    "no_call": 404,
    "no_club": 404,
    "no_daily": 404,
    "no_decks": 404,
    "no_event": 404,
    "no_exercise": 404,
    "no_game": 404,
    "no_line": 404,
    "no_player": 404,
    "no_seek": 404,
    "no_throw": 404,
    "wrong_method": 405,
    "bot_day": 409,
    "bot_full": 409,
    "committed": 409,
    "engaged": 409,
    "full": 409,
    "not_over": 409,
    "open_board": 409,
    "other_secret": 409,
    "too_early": 409,
    "on_vacation": 409,
    "too_late": 409,
    "void": 409,
    "too_long": 413,
    "too_many": 429,
    "broken": 500,
    "busy": 503,
    "locked": 503,
    "try_again": 503,
}


class EmptyBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a call that needs nothing but its address."""


def post_call(body: type[T], max_bytes: int = MAX_BODY) -> Callable[[View], View]:
    """Make a view an API call: POST only, a typed body of limited size, refusals as answers."""
    decoder = msgspec.json.Decoder(body)

    def as_call(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **kwargs: str) -> HttpResponse:
            return _respond(
                request, ("POST",), lambda: view(request, parse_body(request, decoder, max_bytes), **kwargs)
            )

        return answer

    return as_call


def get_call(view: View) -> View:
    """Make a view an API call that changes nothing: GET only, refusals as answers."""

    @wraps(view)
    def answer(request: HttpRequest, **kwargs: str) -> HttpResponse:
        return _respond(request, ("GET", "HEAD"), lambda: view(request, **kwargs))

    return answer


def _respond(
    request: HttpRequest, methods: Sequence[str], answer: Callable[[], HttpResponse]
) -> HttpResponse:
    if request.method not in methods:
        refused = refusal_response("wrong_method", describe_methods(methods))
        refused.headers["Allow"] = ", ".join(methods)
        return refused
    try:
        check_rate_limit(request, CALLS)
        return answer()
    except Refusal as fault:
        return refusal_response(fault.code, fault.says)
    except RateLimited as fault:
        return too_many_response(fault)
    except DatabaseGone:
        raise  # answered by game/pages/failing.py
    except Exception:
        log.exception("%s could not be answered", request.path)
        return refusal_response("broken", gettext("Something went wrong. Please try again."))


def describe_methods(methods: Sequence[str]) -> str:
    """Return the sentence that names the methods of an address."""
    return gettext("The methods allowed here: %(methods)s.") % {"methods": ", ".join(methods)}


def parse_body(request: HttpRequest, decoder: msgspec.json.Decoder[T], max_bytes: int = MAX_BODY) -> T:
    """Parse the body of a call; a missing one counts as an empty object."""
    try:
        raw = request.body
    except (RawPostDataException, RequestDataTooBig, UnreadablePostError):
        raise Refusal("bad_request", gettext("Can’t read this request: its body must be JSON.")) from None
    if len(raw) > max_bytes:
        raise Refusal("too_long", gettext("A request can have at most %(most)s bytes.") % {"most": max_bytes})
    try:
        return decoder.decode(raw or b"{}")
    except DECODE_ERRORS as fault:
        raise Refusal(
            "bad_request", gettext("Can’t read this request: %(fault)s.") % {"fault": fault}
        ) from None


def refusal_response(code: str, message: str) -> JsonResponse:
    """The answer to a call that failed, in the one shape that errors have."""
    REFUSALS.labels("api", code).inc()
    return JsonResponse({"error": code, "says": message}, status=STATUS_BY_CODE[code])


def placement_response(place: Placement) -> JsonResponse:
    """The answer that names a game and its address."""
    answer: dict[str, Any] = {
        "game": place.game,
        "socket": f"/ws/table/{place.game}",
        "invite": place.invite,
        "waiting": place.waiting,
    }
    return JsonResponse(answer, status=201)


def empty_response() -> JsonResponse:
    """The answer of a call that is done and returns nothing."""
    return JsonResponse({})


@csrf_exempt
def unknown_call(request: HttpRequest, rest: str) -> JsonResponse:
    """The answer to a call that does not exist."""
    return refusal_response("no_call", gettext("There’s no such call."))
