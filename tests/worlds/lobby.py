"""Scripted visitors of the lobby: their calls, and a socket that keeps its frames."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import websockets

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from game.wire.feeds import FromLobby, Pong, Refused
from game.wire.frames import ByeFrame
from rng import entropy
from tests.worlds.scripted_player import Frame, Visitor
from tests.worlds.typed import check


def call_api(visitor: Visitor, path: str, **body: Any) -> tuple[int, Frame]:
    """Call the API."""
    return visitor.post(f"/api/{path}", json.dumps(body).encode())


def call_api_ok(visitor: Visitor, path: str, **body: Any) -> Frame:
    """Make a call to the API that must succeed."""
    status, answer = call_api(visitor, path, **body)
    assert status in (200, 201), answer
    return answer


def new_guest(server: Server) -> Visitor:
    """A visitor who has a name, from a game against a bot."""
    visitor = Visitor(server.url)
    visitor.new_game("novice")
    return visitor


def new_account(server: Server) -> Visitor:
    """A visitor with an account, under a new name."""
    visitor = Visitor(server.url)
    visitor.sign_up(f"Player-{entropy.name_suffix()}")
    return visitor


class LobbyClient:
    """A client in the lobby, or of another feed, with all frames it received."""

    def __init__(self, socket: Any, sent: Any = FromLobby) -> None:
        self.socket = socket
        self.sent = sent | Pong | Refused | ByeFrame
        self.frames: list[Frame] = []

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def receive(self, kind: str, matches: Callable[[Frame], Any] = lambda frame: True) -> Frame:
        """The next frame of this kind that matches."""
        while True:
            frame: Frame = json.loads(await self.socket.recv())
            check(frame, self.sent)
            self.frames.append(frame)
            if frame["t"] == kind and matches(frame):
                return frame

    async def refresh_until(self, matches: Callable[[Frame], Any]) -> None:
        """Refresh until the lobby matches."""
        await self.send(t="hello")
        while not matches(await self.receive("lobby")):
            await self.send(t="hello")

    async def read_own_name(self) -> str:
        """The name by which others see this client."""
        await self.send(t="hello")
        return str((await self.receive("lobby"))["you"])


@asynccontextmanager
async def connect_lobby(visitor: Visitor) -> AsyncIterator[LobbyClient]:
    """Open the front page's socket."""
    cookies = visitor.cookie_header
    headers = {"Cookie": cookies, "Origin": visitor.url}
    url = f"{visitor.url.replace('http', 'ws', 1)}/ws/lobby"
    async with websockets.connect(url, additional_headers=headers, open_timeout=PATIENCE) as socket:
        loiterer = LobbyClient(socket)
        await loiterer.send(t="hello")
        yield loiterer
