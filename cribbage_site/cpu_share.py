"""Limit the CPU time for requests of one address to a quarter of a core, whatever pages they open.

Only read requests are counted and refused. Requests that change something have limits of their own, so other
visitors behind the same address cannot block a player's moves.
"""

import math
from collections.abc import Callable
from functools import cache
from time import monotonic, thread_time
from typing import Any

from django.core.cache import cache as shared_cache
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language_from_request, gettext

from common.http import rate_limit
from common.http.client_ip import client_network
from common.http.rate_limit import RateLimited
from common.http.refusal_shapes import OPEN_API, open_to_other_sites, rate_limited_json, shape_of
from cribbage_site.middleware import content_security

PERIOD_SECONDS = 60.0
SHARE_MS = 15_000  # CPU time of one address in each period
# nginx passes on 50 requests a second from an address. Cheaper ones stay within the share and need no count.
FREE_MS = 5
METHODS = ("GET", "HEAD")
MOST_ADDRESSES = 10_000

Answer = Callable[[HttpRequest], HttpResponse]
_refused_until: dict[str, float] = {}


def cpu_share(get_response: Answer) -> Answer:
    """Count the CPU time of each request, and refuse an address that has used up its share.

    Another process learns that from the next request that it answers to this address.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        network = client_network(request) if request.method in METHODS else None
        if network is None:
            return get_response(request)
        if (wait := math.ceil(_refused_until.get(network, 0.0) - monotonic())) > 0:
            refused: HttpResponse = _guarded(lambda request: _refusal(request, wait))(request)
            return refused
        began = thread_time()
        try:
            return get_response(request)
        finally:
            _charge(network, 1000 * (thread_time() - began))

    return answer


def _charge(network: str, took_ms: float) -> None:
    if took_ms < FREE_MS:
        return
    counts: Any = shared_cache  # configured as one of common/http/rate_limit_cache.py
    wait = counts.spend(
        f"{rate_limit.KEY_PREFIX}:cpu:place:{network}", math.ceil(took_ms), SHARE_MS, PERIOD_SECONDS
    )
    if wait:
        if len(_refused_until) >= MOST_ADDRESSES:
            _refused_until.clear()
        _refused_until[network] = monotonic() + wait


def _guarded(answer: Answer) -> Any:
    """Add the headers that the skipped middleware would have added."""
    return SecurityMiddleware(content_security(XFrameOptionsMiddleware(answer)))


def _refusal(request: HttpRequest, wait: int) -> HttpResponse:
    """Return a refusal that costs no query, and renders its template only once."""
    language, fault = get_language_from_request(request), RateLimited(wait)
    with translation.override(language):
        shape = shape_of(request.path)
        if shape is None:
            response = HttpResponse(_page(language, fault.says), status=429)
        else:
            response = rate_limited_json(shape, fault)
        if shape is OPEN_API:
            open_to_other_sites(response)
    response.headers["Retry-After"] = str(wait)
    response.headers["Content-Language"] = language
    return response


@cache
def _page(language: str, says: str) -> bytes:
    context = {"heading": gettext("One moment, please"), "message": says, "code": "too_many"}
    return render_to_string("refusal.html", context).encode()
