"""A client over a limit learns when to retry, in the format that it asked for. Others are not affected."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from django.test import Client

from common.http.rate_limit import RateLimit, RateLimited
from game.accounts import rate_limits
from game.accounts.guests import get_or_create_player
from game.consumers import limits
from game.consumers.base import BaseConsumer
from game.models import Player
from tests.worlds.people import player
from tests.worlds.transport import FakeTransport, open_consumer, session_of

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE = "192.0.2.1"


@pytest.fixture
def anna() -> Client:
    """The browser of a player with an account."""
    client = Client()
    client.force_login(player("Anna"))
    return client


def few(monkeypatch: pytest.MonkeyPatch, module: str, name: str, most: int = 2) -> None:
    """Lower a limit."""
    pace = getattr(rate_limits, name)
    monkeypatch.setattr(f"{module}.{name}", RateLimit(pace.name, most, pace.seconds, pace.shares_per_address))


ASKED = {"against": "novice"}
TOO_MUCH_IS_ASKED_OF = [
    ("game.accounts.places", "GAMES", "/api/games", ASKED),
    ("game.accounts.places", "GAMES", "/api/join/nowhere", {}),
    ("game.accounts.places", "GAMES", "/api/seeks/nowhere/accept", {}),
    ("game.web.calls", "CALLS", "/api/block", {"name": "Nobody"}),
    ("game.web.calls", "CALLS", "/api/games/nowhere/replay", None),
]


@pytest.mark.parametrize(("module", "name", "path", "body"), TOO_MUCH_IS_ASKED_OF)
def test_a_call_over_the_limit_is_refused_with_the_time_to_wait(
    anna: Client, monkeypatch: pytest.MonkeyPatch, module: str, name: str, path: str, body: Any
) -> None:
    few(monkeypatch, module, name)
    call = (lambda: anna.get(path)) if body is None else (lambda: anna.post(path, body, "application/json"))
    assert 429 not in [call().status_code for _ in range(2)]
    refused = call()
    assert (refused.status_code, refused.json()["error"]) == (429, "too_many")
    assert 0 < int(refused["Retry-After"]) <= 60


def test_a_form_over_the_limit_is_answered_with_a_page(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "game.accounts.places", "GAMES", 1)
    assert anna.post("/play", ASKED).status_code == 302
    refused = anna.post("/play", ASKED)
    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (429, True)
    assert "One moment, please" in refused.content.decode()


@pytest.mark.rows
def test_new_guests_are_counted_by_address(rf: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "game.accounts.guests", "GUESTS")

    def come(address: str) -> Player:
        client = Client(REMOTE_ADDR=address)
        request: Any = rf.get("/", REMOTE_ADDR=address)
        request.user, request.session = None, client.session
        return get_or_create_player(request)

    assert come(ELSEWHERE) != come(ELSEWHERE)
    with pytest.raises(RateLimited):
        come(ELSEWHERE)
    assert come("192.0.2.2")


class Door(BaseConsumer):
    """A socket that records whether it was opened, or why not."""

    def __init__(self, wire: FakeTransport) -> None:
        super().__init__({}, wire.send)
        self.is_in = asyncio.Event()

    async def on_connect(self) -> None:
        self.is_in.set()

    def close(self, *args: Any, **more: Any) -> None:
        super().close(*args, **more)
        self.is_in.set()


def opened(times: int, place: str | None = None, session_key: str | None = None) -> list[Any]:
    """Open this many sockets one after the other, and leave them open. Return the refusal of each."""

    async def open_all() -> list[Any]:
        wires = [FakeTransport() for _ in range(times)]
        async with AsyncExitStack() as stack:
            for wire in wires:
                socket = await stack.enter_async_context(open_consumer(Door(wire), wire, session_key, place))
                await asyncio.wait_for(socket.is_in.wait(), 10)
        return [next(iter(wire.frames), None) for wire in wires]

    return asyncio.run(open_all())


@pytest.mark.rows
class TestSockets:
    def test_one_address_may_have_a_limited_number_of_open_sockets(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MAX_PER_ADDRESS", 2)
        *admitted, refused = opened(3, place=ELSEWHERE)
        assert admitted == [None, None]
        assert (refused["t"], refused["code"], refused["back_in_ms"]) == ("bye", "too_many", 60_000)
        assert opened(2, place=ELSEWHERE) == [None, None]  # closed sockets do not count
        assert not limits.open_counts

    def test_one_account_may_have_a_limited_number_of_open_sockets_on_all_addresses(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MAX_PER_ACCOUNT", 2)
        annas, bertas = (session_of(player(name)) for name in ("Anna", "Berta"))
        assert [bye and bye["code"] for bye in opened(3, session_key=annas)] == [None, None, "too_many"]
        assert opened(2, session_key=bertas) == [None, None]

    def test_one_address_and_one_account_may_open_a_limited_number_of_sockets_a_minute(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "SOCKETS", RateLimit("sockets", 2, 60, shares_per_address=2))
        anna = session_of(player("Anna"))
        assert [bye and bye["code"] for bye in opened(3, session_key=anna)] == [None, None, "too_many"]
        assert [bye and bye["code"] for bye in opened(5, place=ELSEWHERE)] == [None] * 4 + ["too_many"]
        assert 0 < opened(1, place=ELSEWHERE)[0]["back_in_ms"] <= 60_000

    def test_the_counted_address_is_the_one_that_our_proxy_saw(
        self, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        monkeypatch.setattr(limits, "MAX_PER_ADDRESS", 0)
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

        async def knock(*headers: tuple[bytes, bytes]) -> list[Any]:
            wire = FakeTransport()
            wire.disconnect()
            scope = {"client": ["127.0.0.1", 9], "headers": headers, "url_route": {"kwargs": {}}}
            await BaseConsumer.as_asgi()(scope, wire.incoming.get, wire.send)
            return [frame["code"] for frame in wire.frames]

        assert asyncio.run(knock((b"x-forwarded-for", b"192.0.2.1"))) == ["too_many"]
        assert asyncio.run(knock()) == []

    def test_this_machine_is_not_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MAX_PER_ADDRESS", 2)
        assert opened(5) == [None] * 5

    def test_a_refused_socket_sends_no_query(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MAX_PER_ADDRESS", 0)
        monkeypatch.setattr("game.consumers.base._load_player", None)  # calling it would raise
        assert opened(1, place=ELSEWHERE, session_key="x")[0]["code"] == "too_many"
