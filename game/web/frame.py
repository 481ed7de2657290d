"""Answers calls: turns every exception of a call into a refusal in the caller's format."""

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt

from common.http.rate_limit import RateLimited
from common.http.refusal_shapes import Shape, rate_limited_json, refusal_json
from common.refusal import Refusal
from game.runtime.metrics import REFUSALS
from game.table.record.heartbeat import DatabaseGone
from game.web.codes import STATUS_BY_CODE

log = logging.getLogger(__name__)

Response = TypeVar("Response", bound=HttpResponseBase)
View = Callable[..., HttpResponse]


def respond_or_refuse(shape: Shape, name: str, respond: Callable[[], Response]) -> Response | JsonResponse:
    """Return the response of a call, or its refusal. The name is for the log."""
    try:
        return respond()
    except Refusal as fault:
        return refusal_response(shape, fault.code, fault.says)
    except RateLimited as fault:
        if shape.counts_rate_limits:
            REFUSALS.labels(shape.label, "too_many").inc()
        return rate_limited_json(shape, fault)
    except DatabaseGone:
        raise  # handled by cribbage_site/pages/failing.py
    except Exception:
        log.exception("%s could not be answered", name)
        return refusal_response(shape, "broken", gettext("Something went wrong. Please try again."))


def refusal_response(shape: Shape, code: str, says: str, retry_seconds: int | None = None) -> JsonResponse:
    """Return the response for a refusal, and count it."""
    REFUSALS.labels(shape.label, code).inc()
    if code == "too_many" and retry_seconds is None:
        retry_seconds = shape.retry_seconds
    response = refusal_json(shape, code, says, STATUS_BY_CODE[code], retry_seconds)
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def wrong_method_response(shape: Shape, methods: Sequence[str]) -> JsonResponse:
    """Return the refusal of a method that a URL does not allow. It names the allowed ones."""
    allowed = ", ".join(methods)
    says = gettext("Allowed methods: %(methods)s.") % {"methods": allowed}
    response = refusal_response(shape, "wrong_method", says)
    response.headers["Allow"] = allowed
    return response


def unknown_call(shape: Shape) -> View:
    """Return the view for URLs without a call."""

    @csrf_exempt
    def view(request: HttpRequest, rest: str) -> JsonResponse:
        return refusal_response(shape, "no_call", gettext("There’s no such call."))

    return view
