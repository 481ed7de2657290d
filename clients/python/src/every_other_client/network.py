"""Two ways to reach a site, for one client: by sockets that block, and by asyncio."""

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Protocol, TypeVar

from every_other_client.wire import Address, Connection

T = TypeVar("T")
PIECE = 64 * 1024


class Network(Protocol):
    """The connections, the clock and the threads that the client needs."""

    async def connect(self, address: Address, silence: float) -> Connection:
        """Return a connection, on which a silence of so many seconds is an error."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""

    async def compute(self, choose: Callable[[], T]) -> T:
        """Call a function that may take long."""


class BlockingConnection:
    """A connection of the calling thread."""

    def __init__(self, address: Address, silence: float) -> None:
        self._socket = socket.create_connection((address.host, address.port), timeout=silence)
        if address.is_secure:
            context = ssl.create_default_context()
            self._socket = context.wrap_socket(self._socket, server_hostname=address.host)

    async def send(self, data: bytes) -> None:
        """Send all of this."""
        self._socket.sendall(data)

    async def receive(self) -> bytes:
        """Return the next bytes, or none at the end."""
        return self._socket.recv(PIECE)

    async def close(self) -> None:
        """Close it."""
        self._socket.close()


class BlockingNetwork:
    """Every call waits in the calling thread, so that a coroutine over it never suspends."""

    async def connect(self, address: Address, silence: float) -> Connection:
        """Return a connection."""
        return BlockingConnection(address, silence)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)

    async def compute(self, choose: Callable[[], T]) -> T:
        """Call a function."""
        return choose()


class AsyncConnection:
    """A connection of an event loop."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, silence: float) -> None:
        self._reader, self._writer, self._silence = reader, writer, silence

    async def send(self, data: bytes) -> None:
        """Send all of this."""
        self._writer.write(data)
        await asyncio.wait_for(self._writer.drain(), self._silence)

    async def receive(self) -> bytes:
        """Return the next bytes, or none at the end."""
        return await asyncio.wait_for(self._reader.read(PIECE), self._silence)

    async def close(self) -> None:
        """Close it."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


class AsyncNetwork:
    """Every call waits in the event loop, and a brain chooses in a thread."""

    async def connect(self, address: Address, silence: float) -> Connection:
        """Return a connection."""
        context = ssl.create_default_context() if address.is_secure else None
        opening = asyncio.open_connection(address.host, address.port, ssl=context)
        return AsyncConnection(*await asyncio.wait_for(opening, silence), silence)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def compute(self, choose: Callable[[], T]) -> T:
        """Call a function in a thread."""
        return await asyncio.to_thread(choose)


def drive(work: Awaitable[T]) -> T:
    """Return the result of a coroutine over a BlockingNetwork."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as done:
        result: T = done.value
        return result
    raise RuntimeError("A coroutine that blocks has to run without an event loop.")


def iterate(source: AsyncGenerator[T, None]) -> Iterator[T]:
    """Yield what an asynchronous generator over a BlockingNetwork yields."""
    try:
        while True:
            try:
                value = drive(anext(source))
            except StopAsyncIteration:
                return
            yield value
    finally:
        drive(source.aclose())
