"""Decorators that make a view one of the site's own calls: a small typed body in, JSON out."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse

from common.http.client_ip import check_rate_limit
from common.http.refusal_shapes import SITE
from game.accounts.rate_limits import CALLS
from game.web.bodies import MAX_BODY, parse_body
from game.web.frame import View, respond_or_refuse, wrong_method_response

T = TypeVar("T")


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
    """Make a view a read-only API call: GET only, refusals as answers."""

    @wraps(view)
    def answer(request: HttpRequest, **kwargs: str) -> HttpResponse:
        return _respond(request, ("GET", "HEAD"), lambda: view(request, **kwargs))

    return answer


def _respond(
    request: HttpRequest, methods: Sequence[str], respond: Callable[[], HttpResponse]
) -> HttpResponse:
    if request.method not in methods:
        return wrong_method_response(SITE, methods)

    def within_the_limit() -> HttpResponse:
        check_rate_limit(request, CALLS)
        return respond()

    return respond_or_refuse(SITE, request.path, within_the_limit)


def empty_response() -> JsonResponse:
    """Return the response of a successful call without a result."""
    return JsonResponse({})
