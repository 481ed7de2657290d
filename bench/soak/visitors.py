"""Sockets that only watch: a table, the lobby, the ladder."""

import asyncio

from bench.live.table_socket import TableSocket
from bench.live.websocket import Socket


class TableVisitor(TableSocket):
    """A watcher at a table."""

    def __init__(self, game: str, cookies: str) -> None:
        super().__init__(game, cookies)
        self.received = asyncio.Event()

    def on_text(self, payload: bytes) -> None:
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
