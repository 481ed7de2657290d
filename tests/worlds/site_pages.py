"""Pages of the site with their sockets."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import websockets

from cribbage_site.tests.patience import PATIENCE
from game.wire.feeds import Pong, Refused
from game.wire.frames import ByeFrame
from people.notices.shapes import NoticesFrame
from tests.worlds.scripted_player import Frame, Visitor
from tests.worlds.typed import check


class SitePage:
    """A page that is open somewhere on the site."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def receive(self, matches: Callable[[Frame], Any] = lambda frame: True) -> Frame:
        """The next frame that matches; where Redis joins no processes, the page asks again each second."""
        within = PATIENCE if os.environ.get("REDIS_URL") else 1
        while True:
            try:
                frame: Frame = json.loads(await asyncio.wait_for(self.socket.recv(), within))
            except TimeoutError:
                assert not os.environ.get("REDIS_URL"), "no word came"
                await self.send(t="hello")
                continue
            check(frame, NoticesFrame | Pong | Refused | ByeFrame)
            if matches(frame):
                return frame

    async def notices(self, *kinds: str) -> list[Frame]:
        """The notices, once they are of these kinds."""

        def are_these(frame: Frame) -> bool:
            return frame["t"] == "notices" and [one["kind"] for one in frame["notices"]] == list(kinds)

        found: list[Frame] = (await self.receive(are_these))["notices"]
        return found


@asynccontextmanager
async def open_page(visitor: Visitor, server: str = "") -> AsyncIterator[SitePage]:
    """A page of this visitor, at the server they came to or at another."""
    origin = server or visitor.url
    headers = {"Cookie": visitor.cookie_header, "Origin": origin}
    url = f"{origin.replace('http', 'ws', 1)}/ws/site"
    async with (
        websockets.connect(url, additional_headers=headers, open_timeout=PATIENCE) as socket,
        asyncio.timeout(PATIENCE),
    ):
        page = SitePage(socket)
        await page.send(t="hello")
        yield page
