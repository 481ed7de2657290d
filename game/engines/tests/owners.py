"""Players with an engine whose program runs elsewhere."""

import json
from typing import Any

import pytest
from django.test import Client

from game.engines.models import RemoteEngine
from game.engines.remote import questions
from game.tokens.scopes import Scope
from programs.engines import rulings
from tests.worlds.api import bearer, make_text
from tests.worlds.engines import thrower
from tests.worlds.people import REASON, host, player

DEEP = "remote_deep_crib"
THROW = {"kind": "throw", "cards": ["KH", "JC"]}


class Owner:
    """A player with an engine, and the program that calls for it."""

    def __init__(self, name: str = "Mae", engine: str = "deep_crib") -> None:
        self.player = player(name)
        self.headers = bearer(make_text(self.player, Scope.ENGINE))
        self.name = engine

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        text = "" if body is None else json.dumps(body)
        response = Client().generic(
            method, f"/api/v1{path}", text, content_type="application/json", **self.headers
        )
        return response.status_code, None if response.streaming else response.json()

    def register(self, version: str = "1.4", name: str = "") -> tuple[int, Any]:
        return self.call("POST", "/engines", {"name": name or self.name, "version": version})

    def work(self) -> Any:
        """Return the program's next question; None if it would wait."""
        status, answer = self.call("POST", "/engines/work")
        assert status == 200, answer
        return answer

    def answer(self, number: Any, move: Any) -> tuple[int, str | None]:
        status, answer = self.call("POST", f"/engines/work/{number}", {"id": number, "move": move})
        return status, answer.get("code")

    @property
    def engine(self) -> RemoteEngine:
        return RemoteEngine.objects.get(owner=self.player)


@pytest.fixture(autouse=True)
def patient(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "common.http.rate_limit_cache.LocalRateLimitCache"}}
    settings.ENGINE_MS = 120_000


@pytest.fixture
def mae(patient: None) -> Owner:
    """Return a player whose engine a host has allowed and whose program has polled."""
    mae = Owner()
    mae.register()
    rulings.allow(by=host(), engine=mae.engine, reason=REASON)
    assert mae.work() is None
    return mae


def ask() -> int:
    """Ask the engine for a discard. Return the number of the question."""
    return questions.write(DEEP, thrower(), (), "00")


def choose(asked: Any) -> Any:
    """Return the first legal move of a question."""
    view = asked["view"]
    if view["phase"] == "throw":
        return {"kind": "throw", "cards": view["hand"][:2]}
    return {"kind": "play", "card": view["playable"][0]}
