"""Sockets that only look: at a table, the lobby, the ladder."""

import asyncio

from bench.live.table_socket import TableSocket
from bench.live.websocket import Socket


class Watching(TableSocket):
    """Somebody who looks on at a table."""

    def __init__(self, game: str, cookies: str) -> None:
        super().__init__(game, cookies)
        self.heard_something = asyncio.Event()

    def heard(self, payload: bytes) -> None:
        self.heard_something.set()


class Looking(Socket):
    """Somebody in a room where there is no ply to tell."""

    def __init__(self, path: str, cookies: str, hello: bytes) -> None:
        super().__init__(path, cookies)
        self.hello = hello
        self.heard_something = asyncio.Event()

    def begun(self) -> None:
        self.send(self.hello)

    def heard(self, payload: bytes) -> None:
        self.heard_something.set()

    def ping(self) -> None:
        self.send(b'{"t":"ping"}')
