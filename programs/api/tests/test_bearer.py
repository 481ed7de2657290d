"""Only a token identifies the caller. Rate limits count by token and by address."""

import json
import logging
import traceback
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from game.accounts.rate_limits import API_BY_ADDRESS, API_BY_TOKEN, TRANSCRIPTS
from game.models import Player
from game.tokens.models import Token
from game.tokens.scopes import Scope
from programs.api import answering
from programs.api.registry import CALLS
from tests.worlds.api import World, bearer, get, make_text

pytestmark = pytest.mark.django_db

ELSEWHERE = {"HTTP_ORIGIN": "https://elsewhere.example"}


@pytest.fixture
def ann(world: World) -> Player:
    return world.ann


class TestCookies:
    def test_they_are_never_looked_at(self, ann: Player) -> None:
        browser = Client()
        browser.force_login(ann)
        assert browser.get("/api/v1/me").json()["code"] == "no_token"

    def test_cookies_are_ignored_beside_a_token(self, ann: Player, world: World) -> None:
        browser = Client()
        browser.force_login(world.bob)
        answer = browser.get("/api/v1/me", **bearer(make_text(ann)))
        assert answer.json()["name"] == "Ann"
        assert not answer.cookies

    def test_a_call_with_a_token_needs_no_other(self, ann: Player) -> None:
        program = Client(enforce_csrf_checks=True)
        answer = program.post(
            "/api/v1/tokens/test", {"tokens": []}, content_type="application/json", **bearer(make_text(ann))
        )
        assert answer.json() == {"tokens": []}

    def test_a_page_does_not_take_a_token(self, ann: Player) -> None:
        answer = Client().get("/accounts/", **bearer(make_text(ann)))
        assert answer.status_code == 302


class TestOtherSites:
    def test_any_site_may_make_calls_without_a_token(self) -> None:
        assert get("/ladder/people", **ELSEWHERE)["Access-Control-Allow-Origin"] == "*"
        assert get("/players/Nobody", **ELSEWHERE)["Access-Control-Allow-Origin"] == "*"

    def test_they_may_call_with_a_token_and_read_refusals(self, ann: Player) -> None:
        shown = bearer(make_text(ann))
        for path, headers, status in (("/me", shown, 200), ("/ladder/people", shown, 200), ("/me", {}, 401)):
            answer = get(path, **ELSEWHERE, **headers)
            assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (status, "*")

    def test_session_of_their_visitor_opens_nothing(self, ann: Player) -> None:
        browser = Client()
        browser.force_login(ann)
        answer = browser.get("/api/v1/me", **ELSEWHERE)
        assert (answer.status_code, "Ann" in answer.content.decode()) == (401, False)

    @pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
    def test_preflight_allows_a_token_and_no_cookies(self, call: Any) -> None:
        path = "/api/v1" + call.path.format_map(dict(call.example.path))
        answer = Client().options(path, HTTP_ACCESS_CONTROL_REQUEST_METHOD=call.method, **ELSEWHERE)
        assert answer.status_code == 204
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Access-Control-Allow-Methods"] == call.method
        assert "Access-Control-Allow-Credentials" not in answer
        assert "Authorization" in answer["Access-Control-Allow-Headers"]


class TestLimits:
    AWAY = {"REMOTE_ADDR": "192.0.2.7"}

    def refused(self, answer: Any) -> int:
        """Return the seconds after which a refused call may be repeated."""
        said = answer.json()
        assert (answer.status_code, said["code"]) == (429, "too_many")
        assert said["retry_ms"] == 1000 * int(answer["Retry-After"])
        return int(answer["Retry-After"])

    def test_a_token_has_its_own(self, ann: Player) -> None:
        one, token = make_text(ann), Token.objects.latest("pk")
        other = make_text(ann)
        for _ in range(API_BY_TOKEN.limit):
            API_BY_TOKEN.acquire(f"token-{token.pk}", None)
        assert 0 < self.refused(get("/me", **bearer(one))) <= API_BY_TOKEN.seconds
        assert get("/me", **bearer(other)).status_code == 200

    def test_without_one_an_address_has(self) -> None:
        for _ in range(API_BY_ADDRESS.limit):
            API_BY_ADDRESS.acquire(None, "192.0.2.7")
        self.refused(get("/ladder/people", **self.AWAY))
        assert get("/ladder/people", REMOTE_ADDR="192.0.2.8").status_code == 200

    def test_guesses_at_tokens_are_counted_by_address(self) -> None:
        for _ in range(API_BY_ADDRESS.limit):
            API_BY_ADDRESS.acquire(None, "192.0.2.7")
        self.refused(get("/me", **self.AWAY, **bearer("eo_" + "A" * 43)))


class TestHeadersOfLimits:
    AWAY = {"REMOTE_ADDR": "192.0.2.7"}

    def said(self, answer: Any) -> tuple[int, int, int]:
        limit, left, reset = (int(answer[f"RateLimit-{part}"]) for part in ("Limit", "Remaining", "Reset"))
        assert 0 <= reset <= API_BY_TOKEN.seconds
        return limit, left, reset

    def test_every_answer_counts_one_turn_of_the_token(self, ann: Player) -> None:
        text = bearer(make_text(ann))
        answers = [
            get("/me", **text, **self.AWAY),
            get("/players/Nobody", **text, **self.AWAY),
            get("/nothing", **text, **self.AWAY),
            Client().delete("/api/v1/me", **text, **self.AWAY),
            get("/openapi.json", **text, **self.AWAY),
        ]
        assert [answer.status_code for answer in answers] == [200, 404, 404, 405, 200]
        assert [self.said(answer)[:2] for answer in answers] == [
            (API_BY_TOKEN.limit, API_BY_TOKEN.limit - n) for n in range(1, 6)
        ]

    def test_without_a_token_the_share_is_that_of_the_address(self) -> None:
        assert self.said(get("/ladder/people", **self.AWAY))[:2] == (300, 299)
        assert self.said(get("/me", **self.AWAY))[:2] == (300, 298)
        assert self.said(get("/me", **self.AWAY, **bearer("eo_" + "A" * 43)))[:2] == (300, 297)

    def test_this_machine_is_not_counted(self) -> None:
        assert self.said(get("/ladder/people")) == (300, 300, 0)

    @pytest.mark.parametrize("path", ["/ladder/people", "/nothing", "/openapi.json"])
    def test_a_caller_over_the_limit_reads_when_it_ends(self, path: str) -> None:
        for _ in range(API_BY_ADDRESS.limit):
            API_BY_ADDRESS.acquire(None, "192.0.2.7")
        answer = get(path, **self.AWAY)
        assert answer.status_code == 429
        limit, left, reset = self.said(answer)
        assert (limit, left, reset) == (300, 0, int(answer["Retry-After"]))

    def test_an_answer_over_a_stricter_limit_describes_that_one(self, world: World) -> None:
        for _ in range(TRANSCRIPTS.limit * TRANSCRIPTS.shares_per_address):
            TRANSCRIPTS.acquire(None, "192.0.2.7")
        answer = get(f"/games/{world.game.pk}/transcript", **self.AWAY)
        assert answer.status_code == 429
        assert self.said(answer)[:2] == (TRANSCRIPTS.limit * TRANSCRIPTS.shares_per_address, 0)

    def test_pages_of_other_sites_may_read_them(self) -> None:
        exposed = get("/ladder/people")["Access-Control-Expose-Headers"].split(", ")
        assert {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"} <= {*exposed}


class Listener(logging.Handler):
    """A log handler that records everything before any filter redacts it."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.getMessage()} {record.args!r}")
        if record.exc_info:
            self.heard.append("".join(traceback.format_exception(*record.exc_info)))


@pytest.fixture
def listener() -> Iterator[Listener]:
    """Return a handler on all loggers, at every level."""
    one, root = Listener(), logging.getLogger()
    was = root.level
    names = [None, *logging.root.manager.loggerDict]
    levels = {name: logging.getLogger(name).level for name in names}
    root.addHandler(one)
    for name in names:
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield one
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    root.setLevel(was)
    root.removeHandler(one)


class TestSecrecy:
    @pytest.mark.slow
    def test_token_appears_in_no_log_and_no_answer(
        self, world: World, listener: Listener, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = make_text(world.ann, *Scope)
        shown = bearer(text)
        told = []
        for call in CALLS:
            if call.is_endless or call.name == "end_token":
                continue
            example = call.example
            path = "/api/v1" + call.path.format_map({**example.path, **world.names})
            body = json.dumps({"tokens": [text, text[:-1]]}) if call.name == "test_tokens" else "{"
            told.append(Client().generic(call.method, path, body, content_type="application/json", **shown))
        monkeypatch.setattr(answering, "_arguments", broken)
        told.append(get("/me", **shown))
        assert told[-1].status_code == 500
        assert listener.heard
        kept = "\n".join(listener.heard)
        assert text not in kept
        assert not any(token.digest in kept for token in Token.objects.all())
        assert not any(text.encode() in one.content for one in told if not one.streaming)

    def test_no_list_of_hosts_has_them(self) -> None:
        assert not admin.site.is_registered(Token)


def broken(*_: object) -> None:
    raise ValueError("It broke.")
