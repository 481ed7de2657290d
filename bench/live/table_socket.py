"""A socket at a table. It says hello, and pings regularly, or the server would close it."""

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Protocol

from bench.live.waiting import Schedule
from bench.live.websocket import Socket

# The ping interval of a page.
PING_EVERY = 15.0


class Pingable(Protocol):
    """A socket that can send a ping."""

    def ping(self) -> None: ...


class TableSocket(Socket):
    """A socket that has received nothing yet."""

    def __init__(self, game: str, cookies: str) -> None:
        super().__init__(f"/ws/table/{game}", cookies)
        self.game = game

    def on_open(self) -> None:
        self.send(b'{"t":"hello","since":-1}')

    def ping(self) -> None:
        self.send(b'{"t":"ping","ply":-1}')


async def ping_each(sockets: Sequence[TableSocket]) -> None:
    """Ping each socket once, evenly spread over the interval."""
    pace = Schedule()
    for number, socket in enumerate(sockets):
        await pace.wait_until(number / len(sockets) * PING_EVERY)
        socket.ping()


async def keep_alive(sockets: Callable[[], Sequence[Pingable]]) -> None:
    """Ping the current sockets until it is cancelled. Late pings are sent at once."""
    while True:
        begun, now = perf_counter(), sockets()
        for number, socket in enumerate(now):
            await asyncio.sleep(max(0.0, begun + number / len(now) * PING_EVERY - perf_counter()))
            socket.ping()
        await asyncio.sleep(1)
