"""Sockets that only watch: a table, the lobby, the ladder."""

import asyncio
from time import perf_counter

from bench.live.player import parse_frame
from bench.live.table_socket import TableSocket
from bench.live.websocket import Socket


class Watcher(TableSocket):
    """A watcher at a table. `pongs` collects the seconds that each ping took."""

    def __init__(self, game: str, cookies: str) -> None:
        super().__init__(game, cookies)
        self.received = asyncio.Event()
        self.pongs: list[float] = []
        self.sent_at = 0.0

    def ping(self) -> None:
        self.sent_at = perf_counter()
        super().ping()

    def on_text(self, payload: bytes) -> None:
        frame = parse_frame(payload)
        if frame.t == "pong":
            self.pongs.append(perf_counter() - self.sent_at)
        elif frame.t == "table":
            self.received.set()


class FeedVisitor(Socket):
    """A visitor of a page with live updates and no plies."""

    def __init__(self, path: str, cookies: str, hello: bytes) -> None:
        super().__init__(path, cookies)
        self.hello = hello
        self.received = asyncio.Event()

    def on_open(self) -> None:
        self.send(self.hello)

    def on_text(self, payload: bytes) -> None:
        self.received.set()

    def ping(self) -> None:
        self.send(b'{"t":"ping"}')
