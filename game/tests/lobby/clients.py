"""Visitors of the lobby, scripted: what they ask for, and a socket that remembers what it was told."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import websockets

from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame, Visitor
from rng import entropy


def call_api(visitor: Visitor, path: str, **body: Any) -> tuple[int, Frame]:
    """Call the API."""
    return visitor.post(f"/api/{path}", json.dumps(body).encode())


def call_api_ok(visitor: Visitor, path: str, **body: Any) -> Frame:
    """Call the API for something that can be done."""
    status, answer = call_api(visitor, path, **body)
    assert status in (200, 201), answer
    return answer


def new_guest(server: Server) -> Visitor:
    """A visitor who has a name, from a game against a bot."""
    visitor = Visitor(server.url)
    visitor.new_game("novice")
    return visitor


def new_account(server: Server) -> Visitor:
    """A visitor with an account, under a name nobody else has."""
    visitor = Visitor(server.url)
    visitor.sign_up(f"Player-{entropy.name_suffix()}")
    return visitor


class LobbyClient:
    """Somebody in the lobby, who remembers what he was told."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.frames: list[Frame] = []

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def receive(self, kind: str, matches: Callable[[Frame], Any] = lambda frame: True) -> Frame:
        """The next frame of this kind, and such as is waited for."""
        while True:
            frame: Frame = json.loads(await self.socket.recv())
            self.frames.append(frame)
            if frame["t"] == kind and matches(frame):
                return frame

    async def refresh_until(self, matches: Callable[[Frame], Any]) -> None:
        """Look again and again, until the lobby is such as is waited for."""
        await self.send(t="hello")
        while not matches(await self.receive("lobby")):
            await self.send(t="hello")

    async def read_own_name(self) -> str:
        """What the others call me."""
        await self.send(t="hello")
        return str((await self.receive("lobby"))["you"])


@asynccontextmanager
async def connect_lobby(visitor: Visitor) -> AsyncIterator[LobbyClient]:
    """Somebody who has opened the front page."""
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    headers = {"Cookie": cookies, "Origin": visitor.url}
    url = f"{visitor.url.replace('http', 'ws', 1)}/ws/lobby"
    async with websockets.connect(url, additional_headers=headers) as socket:
        loiterer = LobbyClient(socket)
        await loiterer.send(t="hello")
        yield loiterer
