"""A sitter's line to a table; it can be cut so that neither end is told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol
from urllib.parse import urlsplit

from bench.live.websocket import Lost, Socket

HANDSHAKE = 10.0  # seconds

# What a lost line raises.
LOST = (OSError, EOFError, TimeoutError, Lost)


class Line(Protocol):
    """What lies between a sitter and a table."""

    async def send(self, text: str) -> None: ...

    async def recv(self) -> str: ...


class Cable:
    """A line over a WebSocket."""

    def __init__(self, path: str, cookies: str) -> None:
        self.is_cut = False
        self._coming: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._end = _End(path, cookies, self._coming.put_nowait)

    async def open(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(HANDSHAKE):
            await loop.create_connection(lambda: self._end, host, port)
            await self._end.opened

    async def send(self, text: str) -> None:
        if self._end.transport.is_closing():
            raise EOFError
        if not self.is_cut:
            self._end.send(text.encode())

    async def recv(self) -> str:
        if (payload := await self._coming.get()) is None:
            raise EOFError
        return payload.decode()

    def cut(self) -> None:
        """Nothing gets through any more, and nobody is told: no FIN, no RST."""
        if not self._end.transport.is_closing():
            self.is_cut = True
            self._end.transport.pause_reading()

    def bury(self) -> None:
        """Long after it was cut, its other end learns of it."""
        self._end.transport.abort()

    async def close(self) -> None:
        if not self.is_cut and hasattr(self._end, "transport"):
            self._end.close()
            self._coming.put_nowait(None)


class _End(Socket):
    """Our end of a cable."""

    def __init__(self, path: str, cookies: str, take: Callable[[bytes | None], None]) -> None:
        super().__init__(path, cookies)
        self._take = take

    def heard(self, payload: bytes) -> None:
        self._take(payload)

    def lost(self) -> None:
        self._take(None)


@asynccontextmanager
async def line(door: str, game: str, cookies: str) -> AsyncIterator[Cable]:
    """A line to a table; a door is the address of a process, as in ws://127.0.0.1:8000."""
    at = urlsplit(door)
    cable = Cable(f"/ws/table/{game}", cookies)
    try:
        await cable.open(at.hostname or "127.0.0.1", at.port or 80)
        yield cable
    finally:
        await cable.close()
