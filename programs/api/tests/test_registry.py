"""The registry is complete: it has every route, its examples match the answers, its refusals are listed."""

import json
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client

from common.app_modules import load_app_modules
from cribbage_site.tests.addresses import routes
from game.tokens.scopes import Scope
from game.web.api.call import MEANINGS, Call, Section
from game.web.codes import OPEN_API_STATUSES, STATUS_BY_CODE
from programs.api import registry
from programs.api.openapi import document
from programs.api.registry import CALLS, SECTIONS, calls_by_path
from programs.api.urls import route_of
from tests.worlds.api import World, answers_of, get
from tests.worlds.people import player

BY_NAME = {call.name: call for call in CALLS}
# Calls of a seat need a table, and streams a server process: test_play.py and test_streams.py test those.
FINITE = [call.name for call in CALLS if not (call.is_endless or call.path.startswith("/play/"))]
# Routes that are no calls: the OpenAPI document, and the answer to unknown addresses.
BESIDE = {"api/v1/openapi.json", "api/v1/(?P<rest>.*)$"}
# The methods of HTTP and an unknown one. The site refuses TRACE before any call (test_middleware.py).
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW")


def test_every_route_is_a_call_of_the_registry() -> None:
    found = {route for route in routes() if route.startswith("api/v1")}
    assert found - BESIDE == {"api/v1/" + route_of(call.path) for call in CALLS}


def test_other_sections_come_last_and_calls_follow_their_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = (replace(BY_NAME["show_me"], name=f"call_{n}", rank=n) for n in range(3))
    thanks, account = Section("thanks", "Thanks", "Thanks."), next(iter(SECTIONS))
    added = SimpleNamespace(CALLS={thanks: (third, first), account: (second,)})
    monkeypatch.setattr(registry, "load_app_modules", lambda name: [added, *load_app_modules(name)])
    sections = registry.load_sections()
    assert [*sections] == [*SECTIONS, thanks]
    assert sections[thanks] == (first, third)
    assert sections[account] == (*SECTIONS[account], second)


def test_no_two_calls_are_one() -> None:
    assert (
        len({call.name for call in CALLS}) == len({(call.method, call.path) for call in CALLS}) == len(CALLS)
    )


@pytest.mark.parametrize("name", BY_NAME)
def test_every_example_matches_its_types(name: str) -> None:
    call = BY_NAME[name]
    example = call.example
    answer = msgspec.to_builtins(example.answer)
    assert msgspec.to_builtins(msgspec.convert(answer, call.answer)) == answer
    assert set(example.path) == set(call.parameters)
    if call.body is not None:
        msgspec.convert(msgspec.to_builtins(example.body), call.body)
    if call.query is not None:
        msgspec.convert(dict(example.query), call.query, strict=False)
        assert set(example.query) <= set(call.query.__struct_fields__)


@pytest.mark.slow
@pytest.mark.parametrize("name", FINITE)
def test_every_call_answers_like_its_example(world: World, name: str) -> None:
    call = BY_NAME[name]
    response = world.try_example(call, *Scope)
    assert response.status_code == 200, getattr(response, "content", b"")
    answers = answers_of(call, response)
    assert answers, "the world has nothing of what this call tells"
    for answer in answers:
        # The answer has no undocumented field.
        assert without_unset(msgspec.to_builtins(msgspec.convert(answer, call.answer))) == answer
        assert differing(msgspec.to_builtins(call.example.answer), answer) == []


def without_unset(answer: Any) -> Any:
    """Return the JSON form of a Struct without its unset fields."""
    return json.loads(msgspec.json.encode(answer))


def differing(example: Any, answer: Any, where: str = "") -> list[str]:
    """Return where an example and an answer differ in type. An empty value on either side always matches."""
    if example in (None, [], {}, ()) or answer in (None, [], {}):
        return []
    if isinstance(example, dict) and isinstance(answer, dict):
        missing = [f"{where}.{name} is not answered" for name in example.keys() - answer.keys()]
        shared = example.keys() & answer.keys()
        return missing + [
            one for name in shared for one in differing(example[name], answer[name], f"{where}.{name}")
        ]
    if isinstance(example, list | tuple) and isinstance(answer, list):
        return differing(example[0], answer[0], f"{where}[0]")
    numbers = isinstance(example, int | float) and isinstance(answer, int | float)
    return [] if numbers or type(example) is type(answer) else [f"{where}: {example!r} and {answer!r}"]


def test_a_differing_example_is_found() -> None:
    assert differing({"a": 1, "b": [{"c": "x"}]}, {"a": "1", "b": [{}, {"c": 2}]}) == [".a: 1 and '1'"]
    assert differing({"a": {"b": 1}}, {"a": {"c": 1}}) == [".a.b is not answered"]


# A request for each refusal, by its code.
REFUSED = {
    "no_player": "GET /players/Nobody",
    "bad_request": "GET /ladder/cats",
    "no_token": "GET /me",
    "no_game": "GET /games/nosuchgame",
    "not_over": "GET /games/{live}/replay",
    "private": "GET /players/Shy/curve",
    "no_club": "GET /clubs/nothing",
    "no_event": "GET /events/nothing",
    "no_daily": "GET /daily/2020-01-01",
    "wrong_method": "DELETE /players/Ann",
    "no_call": "GET /nothing",
}


def call_with_unknown_token(method: str, path: str) -> HttpResponse:
    """Make a call as a program does, without cookies and CSRF token, with a token that does not exist."""
    client = Client(enforce_csrf_checks=True, headers={"Authorization": "Bearer eo_nobody"})
    response: HttpResponse = client.generic(method, f"/api/v1{path}", "{}", "application/json")
    return response


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("path", "calls"), [*calls_by_path()], ids=[path for path, _ in calls_by_path()])
def test_every_address_answers_every_method(path: str, calls: tuple[Call, ...]) -> None:
    """An allowed method reaches its call, which rejects the token. A refusal lists all allowed methods."""
    taken = {call.method for call in calls}
    both = {*taken, *["HEAD"] * ("GET" in taken)}
    there = re.sub("{.*?}", "x", path)
    for method in METHODS:
        response = call_with_unknown_token(method, there)
        if method == "OPTIONS":
            assert response.status_code == 204
        elif method in both:
            assert (method, response.status_code) == (method, 401)
        else:
            assert response.status_code == 405
            assert {*response["Allow"].split(", ")} == {*both, "OPTIONS"}
            if method != "HEAD":
                answer = json.loads(response.content)
                assert answer["code"] == "wrong_method"
                assert response["Allow"] in answer["says"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/nothing", "/nothing/here/", "/games/x/y/z", "/players/Ann/"])
@pytest.mark.parametrize("method", METHODS)
def test_every_method_of_an_unknown_address_is_refused_with_no_call(method: str, path: str) -> None:
    response = call_with_unknown_token(method, path)
    assert response.status_code == 404
    assert method == "HEAD" or json.loads(response.content)["code"] == "no_call"


@pytest.mark.django_db
@pytest.mark.parametrize("method", [method for method in METHODS if method not in ("GET", "HEAD")])
def test_the_document_allows_reading_alone(method: str) -> None:
    response = call_with_unknown_token(method, "/openapi.json")
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")


@pytest.mark.django_db
def test_an_unknown_address_of_the_pages_needs_no_csrf_token() -> None:
    response = Client(enforce_csrf_checks=True).post("/api/nothing")
    assert (response.status_code, response.json()["error"]) == (404, "no_call")


@pytest.mark.slow
@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_has_one_shape_and_a_code_that_is_named(world: World, code: str) -> None:
    player("Shy", is_private=True)
    method, path = REFUSED[code].format(live=world.live.pk).split()
    response = Client().generic(method, f"/api/v1{path}")
    assert (response.json()["code"], response.status_code) == (code, STATUS_BY_CODE[code])
    assert set(response.json()) == {"code", "says"}
    route = response.resolver_match.route.removeprefix("api/v1/")
    call = next(
        (one for one in CALLS if (one.method, route_of(one.path)) == (method, route)),
        None,
    )
    assert call is None or code in call.codes


def test_every_code_of_the_open_api_has_a_meaning_and_a_status() -> None:
    assert OPEN_API_STATUSES.keys() <= MEANINGS.keys() <= STATUS_BY_CODE.keys()


def test_every_code_that_a_call_names_has_a_meaning() -> None:
    assert {code for call in CALLS for code in call.codes} <= MEANINGS.keys()


class TestOpenApi:
    def test_it_has_every_call_with_its_answer_and_refusals(self) -> None:
        written = json.loads(document())
        found = {
            (method.upper(), path.removeprefix("/api/v1"))
            for path, methods in written["paths"].items()
            for method in methods
        }
        assert found == {(call.method, call.path) for call in CALLS}
        for call in CALLS:
            operation = written["paths"][f"/api/v1{call.path}"][call.method.lower()]
            said = " ".join(each["description"] for each in operation["responses"].values())
            assert all(f"`{code}`" in said for code in call.codes)
            assert {str(STATUS_BY_CODE[code]) for code in call.codes} | {"200"} == operation[
                "responses"
            ].keys()

    def test_every_reference_has_a_component(self) -> None:
        written = json.loads(document())
        assert written["openapi"] == "3.1.0"
        names = written["components"]["schemas"]
        assert [ref for ref in references(written) if ref.rpartition("/")[2] not in names] == []

    def test_headers_and_deprecated_parameters_are_described(self) -> None:
        paths = json.loads(document())["paths"]
        winners = paths["/api/v1/archive/winners"]["get"]
        marked = {one["name"]: one.get("deprecated", False) for one in winners["parameters"]}
        assert marked == {"page": True, "cursor": False}
        assert {"Link", "RateLimit-Remaining"} <= winners["responses"]["200"]["headers"].keys()
        takers = {
            operation["operationId"]
            for methods in paths.values()
            for operation in methods.values()
            if any(one["in"] == "header" for one in operation["parameters"])
        }
        assert takers == {call.name for call in CALLS if call.creates}

    def test_it_is_served_to_pages_of_any_site(self, client: Any) -> None:
        response = client.get("/api/v1/openapi.json")
        assert response.content == document()
        assert response["Access-Control-Allow-Origin"] == "*"


def references(value: Any) -> list[str]:
    """Yield every reference in a document."""
    if isinstance(value, dict):
        return [one for key, each in value.items() for one in ([each] if key == "$ref" else references(each))]
    return [one for each in value for one in references(each)] if isinstance(value, list) else []


@pytest.mark.slow
def test_answers_about_a_live_game_have_no_cards(world: World) -> None:
    """Answers about a live game have none of its cards."""
    answer = get(f"/games/{world.live.pk}").json()
    assert set(answer) == set(BY_NAME["show_game"].answer.__struct_fields__) - {"moves", "review"}
    assert get(f"/games/{world.live.pk}/transcript").json()["code"] == "not_over"
