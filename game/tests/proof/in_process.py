"""Tables without a server around them: the site's own sockets, their other end in this process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from bench.chaos.client import Sitter
from game.consumers.table import TableSocket
from game.engine.state import Counting, Rules
from game.models import Game, Player
from game.table.ledger import on_the_database_thread
from game.table.opening import new_guest, open_game
from rng import entropy

Message = dict[str, Any]


class Line:
    """What lies between a sitter and the socket he is told by."""

    def __init__(self) -> None:
        self._coming: asyncio.Queue[Message] = asyncio.Queue()
        self._going: asyncio.Queue[str | None] = asyncio.Queue()
        self._coming.put_nowait({"type": "websocket.connect"})

    # The sitter's end.

    async def send(self, text: str) -> None:
        self._coming.put_nowait({"type": "websocket.receive", "text": text})

    async def recv(self) -> str:
        text = await self._going.get()
        if text is None:
            raise EOFError
        return text

    async def close(self) -> None:
        self._coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        self._going.put_nowait(None)

    # The server's end.

    async def receive(self) -> Message:
        return await self._coming.get()

    async def told(self, message: Message) -> None:
        match message["type"]:
            case "websocket.send":
                self._going.put_nowait(message["text"])
            case "websocket.close":
                self._going.put_nowait(None)


class Inside(Sitter):
    """One who needs no door: his cookies are the key of his session."""

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Line]:
        line = Line()
        socket = TableSocket({"game_id": self.game}, line.told)
        life = asyncio.create_task(socket.live(self.cookies, line.receive))
        try:
            yield line
        finally:
            await line.close()
            await life


def a_session(player: Player) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return str(session.session_key)


class Room:
    """Two guests and a stranger, who play at as many tables as are wanted."""

    def __init__(self) -> None:
        self.players = [new_guest() for _ in range(3)]
        self.sessions = [a_session(player) for player in self.players]

    def new_game(self, *, target: int, counting: str, clock: str) -> str:
        host, guest, _ = self.players
        return str(open_game(entropy.game_id(), (host, guest), Rules(target, Counting(counting)), clock).pk)

    def sitters(self, game: str, whim: Random, kind: type[Sitter], **how: Any) -> list[Sitter]:
        return [kind(game, session, [""], Random(whim.random()), **how) for session in self.sessions]


@on_the_database_thread
def transcript(game: str) -> str:
    return str(Game.objects.get(pk=game).transcript)


@on_the_database_thread
def set_deadline(game: str, at: int) -> None:
    Game.objects.filter(pk=game).exclude(deadline=None).update(deadline=at)
