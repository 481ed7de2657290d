"""Visitors of the lobby, scripted: what they ask for, and a socket that remembers what it was told."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import websockets

from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame, Visitor
from rng import entropy


def ask(visitor: Visitor, path: str, **body: Any) -> tuple[int, Frame]:
    """Call the API."""
    return visitor.post(f"/api/{path}", json.dumps(body).encode())


def done(visitor: Visitor, path: str, **body: Any) -> Frame:
    """Call the API for something that can be done."""
    status, answer = ask(visitor, path, **body)
    assert status in (200, 201), answer
    return answer


def guest(server: Server) -> Visitor:
    """A visitor who has a name, from a game against a bot."""
    visitor = Visitor(server.url)
    visitor.new_game("novice")
    return visitor


def account(server: Server) -> Visitor:
    """A visitor with an account, under a name nobody else has."""
    visitor = Visitor(server.url)
    visitor.sign_up(f"Player-{entropy.name_suffix()}")
    return visitor


class Loiterer:
    """Somebody in the lobby, who remembers what he was told."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.frames: list[Frame] = []

    async def say(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def hear(self, kind: str, such: Callable[[Frame], Any] = lambda frame: True) -> Frame:
        """The next frame of this kind, and such as is waited for."""
        while True:
            frame: Frame = json.loads(await self.socket.recv())
            self.frames.append(frame)
            if frame["t"] == kind and such(frame):
                return frame

    async def look_until(self, such: Callable[[Frame], Any]) -> None:
        """Look again and again, until the lobby is such as is waited for."""
        await self.say(t="hello")
        while not such(await self.hear("lobby")):
            await self.say(t="hello")

    async def name(self) -> str:
        """What the others call me."""
        await self.say(t="hello")
        return str((await self.hear("lobby"))["you"])


@asynccontextmanager
async def in_the_lobby(visitor: Visitor) -> AsyncIterator[Loiterer]:
    """Somebody who has opened the front page."""
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    headers = {"Cookie": cookies, "Origin": visitor.url}
    url = f"{visitor.url.replace('http', 'ws', 1)}/ws/lobby"
    async with websockets.connect(url, additional_headers=headers) as socket:
        loiterer = Loiterer(socket)
        await loiterer.say(t="hello")
        yield loiterer
