"""Sockets that only look: at a table, the lobby, the ladder."""

import asyncio

from bench.live.table_socket import TableSocket
from bench.live.websocket import Socket


class TableVisitor(TableSocket):
    """Somebody who looks on at a table."""

    def __init__(self, game: str, cookies: str) -> None:
        super().__init__(game, cookies)
        self.received = asyncio.Event()

    def on_text(self, payload: bytes) -> None:
        self.received.set()


class FeedVisitor(Socket):
    """Somebody in a room where there is no ply to tell."""

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
