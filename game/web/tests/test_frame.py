"""A call that raises is refused in its caller's format: status, headers, body, and count."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import OperationalError
from django.http import JsonResponse
from prometheus_client import REGISTRY

from common.http.rate_limit import RateLimited
from common.http.refusal_shapes import OPEN_API, SITE, Shape, shape_of
from common.refusal import Refusal
from game.web.codes import OPEN_API_STATUSES, SITE_STATUSES, STATUS_BY_CODE
from game.web.frame import respond_or_refuse, wrong_method_response

SHAPES = (SITE, OPEN_API)
LIMIT = "Too many requests. Wait a few seconds, then try again."
BROKEN = "Something went wrong. Please try again."
# Each case: the exception, the status, further headers, the body on the site, and the body in the open API.
REFUSED: list[tuple[Exception, int, Mapping[Shape, Mapping[str, str]], str, str]] = [
    (
        Refusal("no_game", "“Ann” isn’t there."),
        404,
        {SITE: {}, OPEN_API: {}},
        r'{"error": "no_game", "says": "\u201cAnn\u201d isn\u2019t there."}',
        '{"code":"no_game","says":"“Ann” isn’t there."}',
    ),
    (
        Refusal("bad_token", "No."),
        401,
        {SITE: {"WWW-Authenticate": "Bearer"}, OPEN_API: {"WWW-Authenticate": "Bearer"}},
        '{"error": "bad_token", "says": "No."}',
        '{"code":"bad_token","says":"No."}',
    ),
    (
        Refusal("too_many", "Enough."),
        429,
        {SITE: {}, OPEN_API: {"Retry-After": "60"}},
        '{"error": "too_many", "says": "Enough."}',
        '{"code":"too_many","says":"Enough.","retry_ms":60000}',
    ),
    (
        RateLimited(7),
        429,
        {SITE: {"Retry-After": "7"}, OPEN_API: {"Retry-After": "7"}},
        f'{{"error": "too_many", "says": "{LIMIT}"}}',
        f'{{"code":"too_many","says":"{LIMIT}","retry_ms":7000}}',
    ),
    (
        ValueError("a secret"),
        500,
        {SITE: {}, OPEN_API: {}},
        f'{{"error": "broken", "says": "{BROKEN}"}}',
        f'{{"code":"broken","says":"{BROKEN}"}}',
    ),
]


def refuse(shape: Shape, fault: Exception) -> JsonResponse:
    """Return the answer to a call that raises this."""

    def respond() -> JsonResponse:
        raise fault

    return respond_or_refuse(shape, "a call", respond)


def count(shape: Shape, code: str) -> float:
    labels = {"where": shape.label, "code": code}
    return REGISTRY.get_sample_value("every_other_refusals_total", labels) or 0


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.label)
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: repr(case[0]))
def test_an_exception_is_answered_in_the_callers_format(shape: Shape, case: Any) -> None:
    fault, status, headers, on_the_site, in_the_open_api = case
    response = refuse(shape, fault)
    assert response.status_code == status
    assert dict(response.items()) == {"Content-Type": "application/json", **headers[shape]}
    assert response.content.decode() == (on_the_site if shape is SITE else in_the_open_api)


@pytest.mark.parametrize(
    ("shape", "fault", "code", "counts"),
    [
        (SITE, Refusal("no_game", "No."), "no_game", 1),
        (SITE, Refusal("too_many", "No."), "too_many", 1),
        (SITE, RateLimited(7), "too_many", 0),
        (SITE, ValueError(), "broken", 1),
        (OPEN_API, Refusal("no_game", "No."), "no_game", 1),
        (OPEN_API, Refusal("too_many", "No."), "too_many", 1),
        (OPEN_API, RateLimited(7), "too_many", 1),
        (OPEN_API, ValueError(), "broken", 1),
    ],
)
def test_a_refusal_is_counted_by_its_shape_and_code(
    shape: Shape, fault: Exception, code: str, counts: int
) -> None:
    before = count(shape, code)
    refuse(shape, fault)
    assert count(shape, code) - before == counts


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.label)
def test_a_lost_database_is_left_to_the_handler_of_errors(shape: Shape) -> None:
    with pytest.raises(OperationalError):
        refuse(shape, OperationalError("gone"))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.label)
def test_a_wrong_method_names_the_allowed_ones(shape: Shape) -> None:
    response = wrong_method_response(shape, ("GET", "HEAD"))
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert b"Allowed methods: GET, HEAD." in response.content


@pytest.mark.parametrize(
    ("path", "shape"),
    [("/api/v1/me", OPEN_API), ("/api/games", SITE), ("/api/v1", SITE), ("/api", None), ("/play", None)],
)
def test_the_address_decides_the_shape(path: str, shape: Shape | None) -> None:
    assert shape_of(path) is shape


def test_no_code_has_two_statuses() -> None:
    assert SITE_STATUSES.keys().isdisjoint(OPEN_API_STATUSES)
    assert len(STATUS_BY_CODE) == len(SITE_STATUSES) + len(OPEN_API_STATUSES)
