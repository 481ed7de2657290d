"""A client's connection to a table. It can be cut without notifying either end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol
from urllib.parse import urlsplit

from bench.live.websocket import ConnectionLost, Socket

HANDSHAKE = 10.0  # seconds

# The errors of a lost connection.
CONNECTION_ERRORS = (OSError, EOFError, TimeoutError, ConnectionLost)


class TableConnection(Protocol):
    """The connection between a client and a table."""

    async def send(self, text: str) -> None: ...

    async def recv(self) -> str: ...


class CuttableConnection:
    """A connection over a WebSocket."""

    def __init__(self, path: str, cookies: str) -> None:
        self.is_cut = False
        self._incoming: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._socket = _QueueingSocket(path, cookies, self._incoming.put_nowait)

    async def open(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(HANDSHAKE):
            await loop.create_connection(lambda: self._socket, host, port)
            await self._socket.opened

    async def send(self, text: str) -> None:
        if self._socket.transport.is_closing():
            raise EOFError
        if not self.is_cut:
            self._socket.send(text.encode())

    async def recv(self) -> str:
        if (payload := await self._incoming.get()) is None:
            raise EOFError
        return payload.decode()

    def cut(self) -> None:
        """Drop all data from now on, without a FIN or RST to either end."""
        if not self._socket.transport.is_closing():
            self.is_cut = True
            self._socket.transport.pause_reading()

    def abort(self) -> None:
        """Notify the server of a connection that was cut long ago."""
        self._socket.transport.abort()

    async def close(self) -> None:
        if not self.is_cut and hasattr(self._socket, "transport"):
            self._socket.close()
            self._incoming.put_nowait(None)


class _QueueingSocket(Socket):
    """The client's end of a connection."""

    def __init__(self, path: str, cookies: str, deliver: Callable[[bytes | None], None]) -> None:
        super().__init__(path, cookies)
        self._deliver = deliver

    def on_text(self, payload: bytes) -> None:
        self._deliver(payload)

    def on_lost(self) -> None:
        self._deliver(None)


def connect_table(address: str, game: str, cookies: str) -> AbstractAsyncContextManager[CuttableConnection]:
    """Connect to a table at the address of a process, as in ws://127.0.0.1:8000."""
    return connect(address, f"/ws/table/{game}", cookies)


@asynccontextmanager
async def connect(address: str, path: str, cookies: str) -> AsyncIterator[CuttableConnection]:
    """Connect to a socket of the site, at the address of a process."""
    at = urlsplit(address)
    cable = CuttableConnection(path, cookies)
    try:
        await cable.open(at.hostname or "127.0.0.1", at.port or 80)
        yield cable
    finally:
        await cable.close()
