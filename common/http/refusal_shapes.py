"""The formats of refusals: one for the site's own calls, one for the open API."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

from common.http.rate_limit import RateLimited, rate_limit_headers

# The headers that scripts of other sites may read.
EXPOSED = (
    "ETag, Idempotent-Replayed, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After,"
    " X-Request-ID"
)
PREFLIGHT_LASTS = "86400"  # seconds for which a browser may cache the answer to a preflight request


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The format in which one kind of call answers a refusal."""

    label: str  # in the metric of refusals
    code_field: str
    # The field for the milliseconds to wait. Without it, only the header Retry-After has the time.
    retry_field: str | None
    # The time to wait after `too_many` if no rate limit gives one. None for no time.
    retry_seconds: int | None
    counts_rate_limits: bool  # in the metric of refusals
    layout: Mapping[str, Any]  # options for json.dumps


SITE = Shape(
    label="api",
    code_field="error",
    retry_field=None,
    retry_seconds=None,
    counts_rate_limits=False,
    layout={},
)
OPEN_API = Shape(
    label="platform",
    code_field="code",
    retry_field="retry_ms",
    retry_seconds=60,
    counts_rate_limits=True,
    layout={"ensure_ascii": False, "separators": (",", ":")},
)


def shape_of(path: str) -> Shape | None:
    """Return the format of refusals for a URL; None for a page."""
    if path.startswith("/api/v1/"):
        return OPEN_API
    return SITE if path.startswith("/api/") else None


def refusal_json(
    shape: Shape, code: str, says: str, status: int, retry_seconds: int | None = None
) -> JsonResponse:
    """Return the response for a refusal, with the time to wait if there is one."""
    answer: dict[str, str | int] = {shape.code_field: code, "says": says}
    headers = {}
    if retry_seconds is not None:
        headers["Retry-After"] = str(retry_seconds)
        if shape.retry_field is not None:
            answer[shape.retry_field] = retry_seconds * 1000
    return JsonResponse(answer, status=status, headers=headers, json_dumps_params=dict(shape.layout))


def rate_limited_json(shape: Shape, fault: RateLimited) -> JsonResponse:
    """Return the response for a caller that exceeds a rate limit."""
    response = refusal_json(shape, "too_many", fault.says, 429, fault.retry_after)
    if fault.limit is not None:
        for name, value in rate_limit_headers(fault.limit, 0, fault.retry_after).items():
            response.headers[name] = value
    return response


def open_to_other_sites(response: HttpResponseBase) -> None:
    """Allow pages of any site to read a response."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = EXPOSED


def preflight_response(method: str, headers: str) -> HttpResponse:
    """Allow pages of any site to make a request with these headers, never with cookies (CORS)."""
    allowed = {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": method,
        "Access-Control-Allow-Headers": headers,
        "Access-Control-Max-Age": PREFLIGHT_LASTS,
    }
    return HttpResponse(status=204, headers=allowed)
