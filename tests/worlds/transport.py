"""The server's end of a socket, without a server: what comes in is put, what goes out is kept."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from cribbage_site.tests.patience import PATIENCE
from game.consumers.base import BaseConsumer
from game.engine.state import Seat
from game.models import Player

S = TypeVar("S", bound=BaseConsumer)

Message = dict[str, Any]


class FakeTransport:
    """A server's two ends; `is_full` makes it wait at every message, as one whose buffers are full."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: list[Message] = []
        self.is_full = False
        self.has_room = asyncio.Event()
        self.incoming.put_nowait({"type": "websocket.connect"})

    async def send(self, message: Message) -> None:
        if self.is_full:
            await self.has_room.wait()
        self.sent.append(message)

    def push_frame(self, text: str | None = None, data: bytes | None = None) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": text, "bytes": data})

    def disconnect(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1006})

    @property
    def frames(self) -> list[Message]:
        """The frames that went out."""
        return [json.loads(message["text"]) for message in self.sent if message["type"] == "websocket.send"]

    @property
    def close_code(self) -> int | None:
        return next((one["code"] for one in self.sent if one["type"] == "websocket.close"), None)


@asynccontextmanager
async def open_consumer(
    socket: S, wire: FakeTransport, session_key: str | None = None, place: str | None = None
) -> AsyncIterator[S]:
    """A socket that is open."""
    life = asyncio.create_task(socket.run(session_key, wire.incoming.get, place))
    await wait_until_settled()
    try:
        yield socket
    finally:
        wire.disconnect()
        wire.has_room.set()
        with suppress(asyncio.CancelledError):
            await asyncio.wait_for(life, PATIENCE)


async def wait_until_settled() -> None:
    """All that can be done now is done, the database's part too."""
    for _ in range(20):
        await asyncio.sleep(0.001)


class Parrot(BaseConsumer):
    """It says what it hears; "nothing" is spared, and "broken" breaks it."""

    seat: Seat | None = None
    has_left = False

    async def handle_frame(self, frame: str) -> None:
        if frame == "broken":
            raise ValueError("a fault of ours")
        if frame == "spared":
            self.refund()
        self.send(frame.encode())

    def on_disconnect(self) -> None:
        self.has_left = True


def session_of(player: Player) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key
