"""Consumers served over HTTP, without a server: slow readers, disconnects and refused callers."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cribbage_site.tests.patience import PATIENCE
from game.consumers.base import MAX_UNREAD_BYTES, BaseConsumer, open_consumers
from game.consumers.evictions import handle_token_ended
from game.models import Player
from game.tokens.models import Token
from game.tokens.scopes import Scope
from game.tokens.tokens import revoke
from programs.api.streams import lines
from programs.api.streams.lines import Line, _beat
from tests.worlds.api import make_text
from tests.worlds.people import player
from tests.worlds.transport import FakeTransport

pytestmark = pytest.mark.django_db(transaction=True)

Message = dict[str, Any]
START = {"type": "http.response.start", "status": 200, "headers": []}


class Echo(BaseConsumer):
    """A consumer that sends back what it receives."""

    def __init__(self, path: dict[str, str], send: Any) -> None:
        super().__init__(path, send)
        self.is_admitted = asyncio.Event()

    async def admit(self) -> None:
        await super().admit()
        self.is_admitted.set()

    async def handle_frame(self, frame: str) -> None:
        self.send(frame.encode())


class Wire:
    """Both ends of an HTTP response on the server's side. `is_behind` while the client does not read."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.is_behind = False
        self.left = asyncio.Event()

    async def receive(self) -> Message:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        while self.is_behind:
            await asyncio.sleep(0.001)
        self.sent.append(message)

    @property
    def lines(self) -> list[Message]:
        body = b"".join(message.get("body", b"") for message in self.sent)
        return [json.loads(line) for line in body.splitlines() if line]

    @property
    def has_ended(self) -> bool:
        return self.sent[-1].get("more_body") is False


def on(wire: Wire, work: Callable[[Echo], Awaitable[None]], first: list[str]) -> None:
    """Serve a consumer over this wire while `work` acts on it."""

    async def serve() -> None:
        line = Line(START, first, wire.receive, wire.send)
        consumer = Echo({}, line.send)
        life = asyncio.create_task(consumer.run(None, line.receive))
        await asyncio.wait_for(consumer.is_admitted.wait(), PATIENCE)
        await until(lambda: len(wire.lines) == len(first))
        await work(consumer)
        await asyncio.wait_for(life, PATIENCE)
        line.close()

    asyncio.run(serve())


async def until(is_met: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not is_met():
            await asyncio.sleep(0.001)


def test_messages_become_lines_and_the_goodbye_is_the_last() -> None:
    async def stop(consumer: Echo) -> None:
        consumer.close_for_restart(700)

    wire = Wire()
    on(wire, stop, ['{"t":"one"}', '{"t":"two"}'])
    assert wire.sent[:2] == [START, {"type": "http.response.body", "body": b"\n", "more_body": True}]
    assert [line["t"] for line in wire.lines] == ["one", "two", "bye"]
    assert wire.has_ended


def test_disconnected_client_is_removed() -> None:
    wire = Wire()

    async def leave(consumer: Echo) -> None:
        assert consumer in open_consumers
        wire.left.set()

    on(wire, leave, [])
    assert not [one for one in open_consumers if isinstance(one, Echo)]


def test_client_that_does_not_read_is_dropped_at_the_next_message() -> None:
    wire = Wire()

    async def say_more(consumer: Echo) -> None:
        wire.is_behind = True
        consumer.send(b'{"t":"more"}')
        assert not consumer.is_open
        wire.is_behind = False

    on(wire, say_more, [])
    assert wire.has_ended
    assert not any(line["t"] == "more" for line in wire.lines)


def test_client_is_dropped_if_too_much_is_unread_between_two_beats() -> None:
    async def say_much(consumer: Echo) -> None:
        for _ in range(MAX_UNREAD_BYTES // 1000 + 1):
            consumer.send(b" " * 1000)
        assert not consumer.is_open

    on(Wire(), say_much, [])


def test_empty_line_shows_that_a_client_reads_and_drops_one_that_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines, "BEAT_SECONDS", 0)
    wire = Wire()

    async def beat(consumer: Echo) -> None:
        beating = asyncio.create_task(_beat(consumer))
        consumer.received_at = 0.0
        await until(lambda: consumer.received_at > 0)
        wire.is_behind = True
        await until(lambda: not consumer.is_open)
        wire.is_behind = False
        beating.cancel()

    on(wire, beat, [])


class TestSocketsWithATokenInsteadOfCookies:
    @pytest.fixture
    def ann(self) -> Player:
        return player("Ann")

    def knock(self, bearer: str, scopes: frozenset[str] = frozenset()) -> tuple[str, Message | None]:
        """Return the name that a token admits, and the goodbye if it is refused."""

        async def knocking() -> tuple[str, Message | None]:
            wire = FakeTransport()
            scoped: type[Echo] = type("ScopedEcho", (Echo,), {"scopes": scopes})
            consumer = scoped({}, wire.send)
            life = asyncio.create_task(consumer.run(None, wire.incoming.get, None, bearer))
            await asyncio.wait_for(consumer.is_admitted.wait(), PATIENCE)
            name = consumer.player.username if consumer.player else ""
            wire.disconnect()
            await asyncio.wait_for(life, PATIENCE)
            return name, next(iter(wire.frames), None)

        return asyncio.run(knocking())

    def test_its_owner_is_let_in(self, ann: Player) -> None:
        assert self.knock(make_text(ann, Scope.PLAY), frozenset({Scope.PLAY})) == ("Ann", None)

    @pytest.mark.parametrize("bearer", ["", "nonsense", "eo_" + "A" * 43])
    def test_another_token_opens_nothing(self, ann: Player, bearer: str) -> None:
        name, goodbye = self.knock(bearer)
        assert name == ""
        assert goodbye is not None
        assert (goodbye["code"], goodbye["back_in_ms"]) == ("bad_token", None)

    def test_token_without_the_scope_opens_nothing(self, ann: Player) -> None:
        name, goodbye = self.knock(make_text(ann, Scope.REVIEW), frozenset({Scope.PLAY}))
        assert name == ""
        assert goodbye is not None
        assert goodbye["code"] == "no_scope"

    def test_it_is_closed_when_the_token_is_revoked(self, ann: Player) -> None:
        text = make_text(ann)
        token = Token.objects.get()

        async def revoke_it() -> list[str]:
            wire = FakeTransport()
            consumer = Echo({}, wire.send)
            life = asyncio.create_task(consumer.run(None, wire.incoming.get, None, text))
            await asyncio.wait_for(consumer.is_admitted.wait(), PATIENCE)
            await asyncio.to_thread(revoke, player=ann, token_id=token.pk)
            handle_token_ended(token.pk)
            await until(lambda: not consumer.is_open)
            wire.disconnect()
            await asyncio.wait_for(life, PATIENCE)
            return [frame["code"] for frame in wire.frames]

        assert asyncio.run(revoke_it()) == ["bad_token"]
