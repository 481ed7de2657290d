"""Tables without a server around them: the site's own sockets, their other end in this process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from bench.chaos.client import ResilientClient
from common.database.thread import on_the_database_thread
from game.accounts.guests import create_guest
from game.consumers.table import TableConsumer
from game.engine.state import Counting, Rules
from game.models import Game, Player
from game.table.opening import open_game
from rng import entropy

Message = dict[str, Any]


class InProcessConnection:
    """The queue between a player and the socket that sends to them."""

    def __init__(self) -> None:
        self._to_server: asyncio.Queue[Message] = asyncio.Queue()
        self._to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self._to_server.put_nowait({"type": "websocket.connect"})

    # The sitter's end.

    async def send(self, text: str) -> None:
        self._to_server.put_nowait({"type": "websocket.receive", "text": text})

    async def recv(self) -> str:
        text = await self._to_client.get()
        if text is None:
            raise EOFError
        return text

    async def close(self) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
        self._to_client.put_nowait(None)

    # The server's end.

    async def server_receive(self) -> Message:
        return await self._to_server.get()

    async def server_send(self, message: Message) -> None:
        match message["type"]:
            case "websocket.send":
                self._to_client.put_nowait(message["text"])
            case "websocket.close":
                self._to_client.put_nowait(None)


class InProcessClient(ResilientClient):
    """A player who needs no server: their cookies are the key of their session."""

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[InProcessConnection]:
        line = InProcessConnection()
        socket = TableConsumer({"game_id": self.game}, line.server_send)
        life = asyncio.create_task(socket.run(self.cookies, line.server_receive))
        try:
            yield line
        finally:
            await line.close()
            await life


def create_session(player: Player) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return str(session.session_key)


class InProcessParty:
    """Two guests and a stranger, who play at as many tables as are wanted."""

    def __init__(self) -> None:
        self.players = [create_guest() for _ in range(3)]
        self.sessions = [create_session(player) for player in self.players]

    def new_game(self, *, target: int, counting: str, clock: str) -> str:
        host, guest, _ = self.players
        return str(open_game(entropy.game_id(), (host, guest), Rules(target, Counting(counting)), clock).pk)

    def clients(
        self, game: str, randomness: Random, kind: type[ResilientClient], **how: Any
    ) -> list[ResilientClient]:
        return [kind(game, session, [""], Random(randomness.random()), **how) for session in self.sessions]


@on_the_database_thread
def transcript(game: str) -> str:
    return str(Game.objects.get(pk=game).transcript)


@on_the_database_thread
def set_deadline(game: str, at: int) -> None:
    Game.objects.filter(pk=game).exclude(deadline=None).update(deadline=at)
