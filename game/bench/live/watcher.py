"""Somebody who only has the table open: says hello, and pings from time to time."""

import asyncio
from time import perf_counter

from game.bench.live.sitter import decode
from game.bench.live.websocket import Socket


class Watcher(Socket):
    """An idle socket; `pongs` gets the seconds that each ping took."""

    def __init__(self, game: str, cookies: str, pongs: list[float]) -> None:
        super().__init__(f"/ws/table/{game}", cookies)
        self.pongs = pongs
        self.sees_table = asyncio.get_running_loop().create_future()
        self.sent_at = 0.0

    def begun(self) -> None:
        self.send(b'{"t":"hello","since":-1}')

    def ping(self) -> None:
        self.sent_at = perf_counter()
        self.send(b'{"t":"ping","ply":-1}')

    def heard(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.t == "pong":
            self.pongs.append(perf_counter() - self.sent_at)
        elif frame.t == "table" and not self.sees_table.done():
            self.sees_table.set_result(None)
        elif frame.t == "bye" and not self.sees_table.done():
            self.sees_table.set_exception(ConnectionError(frame.says))
