"""A minimal Redis connection for messages: one write per message sent, and a callback per message received.

redis-py's client needs a task, a lock and several awaits per message, which took longer than the move itself.
This class implements only the part of Redis's protocol (RESP2) that PUBLISH and SUBSCRIBE need.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

from redis import ConnectionError as RedisConnectionError
from redis import RedisError
from redis.asyncio.connection import SSLConnection, parse_url

Reply = bytes | int | list["Reply"] | RedisError | None

# The bytes that may wait for a slow Redis before messages are lost.
HIGH_WATER = 256 * 1024
END = b"\r\n"


class Incomplete(Exception):
    """The rest of a reply has not arrived yet."""


class RedisLine(asyncio.Protocol):
    """One connection. Each reply is passed to a function; `closed` is done after the last one."""

    def __init__(self, on_reply: Callable[[Reply], None]) -> None:
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._on_reply = on_reply
        self._received = b""
        self._is_stuck = False
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, url: str, on_reply: Callable[[Reply], None], timeout: float) -> "RedisLine":
        """Connect and log in. Raise redis.ConnectionError if that fails."""
        try:
            async with asyncio.timeout(timeout):
                line = await _connect(url, lambda: cls(on_reply))
                try:
                    await line._log_in(url)
                except BaseException:
                    line.close()
                    raise
        except OSError as fault:
            raise RedisConnectionError(f"Redis cannot be reached: {fault}") from fault
        return line

    def send(self, *commands: Sequence[bytes]) -> bool:
        """Send commands in one write. Return False if the connection is closed or Redis does not read."""
        if self._transport is None or self._is_stuck or self._transport.is_closing():
            return False
        self._transport.write(b"".join(map(encode_command, commands)))
        return True

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    async def _log_in(self, url: str) -> None:
        """Send the name and password of the URL, if any, and wait for Redis to accept them."""
        on_reply, answered = self._on_reply, asyncio.get_running_loop().create_future()
        self._on_reply = lambda reply: None if answered.done() else answered.set_result(reply)
        account = parse_url(url)
        words = [account[part].encode() for part in ("username", "password") if part in account]
        self.send([b"AUTH", *words] if "password" in account else [b"PING"])
        await asyncio.wait([answered, self.closed], return_when=asyncio.FIRST_COMPLETED)
        self._on_reply = on_reply
        if not answered.done():
            raise RedisConnectionError("Redis closed the connection.")
        if isinstance(refusal := answered.result(), RedisError):
            raise RedisConnectionError(f"Redis refused the login: {refusal}")

    # Called by asyncio.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(HIGH_WATER)

    def data_received(self, data: bytes) -> None:
        received, at = self._received + data, 0
        try:
            while at < len(received):
                reply, at = parse_reply(received, at)
                self._on_reply(reply)
        except Incomplete:
            pass
        self._received = received[at:]

    def pause_writing(self) -> None:
        self._is_stuck = True

    def resume_writing(self) -> None:
        self._is_stuck = False

    def connection_lost(self, fault: Exception | None) -> None:
        self._transport = None
        if not self.closed.done():
            self.closed.set_result(None)


def encode_command(words: Sequence[bytes]) -> bytes:
    lengths_and_words = [b"$%d\r\n%b\r\n" % (len(word), word) for word in words]
    return b"*%d\r\n%b" % (len(words), b"".join(lengths_and_words))


def parse_reply(received: bytes, at: int) -> tuple[Reply, int]:
    """Return the reply that begins at an offset, and the offset of the next one."""
    end = received.find(END, at)
    if end < 0:
        raise Incomplete
    kind, text, after = received[at : at + 1], received[at + 1 : end], end + len(END)
    match kind:
        case b"+":
            return text, after
        case b":":
            return int(text), after
        case b"-":
            return RedisError(text.decode()), after
        case b"$":
            return _parse_string(received, after, int(text))
        case b"*":
            items: list[Reply] = []
            for _ in range(int(text)):
                item, after = parse_reply(received, after)
                items.append(item)
            return items, after
    raise RedisError(f"Redis answered with {kind!r}, which is not RESP2.")


def _parse_string(received: bytes, at: int, length: int) -> tuple[Reply, int]:
    if length < 0:
        return None, at
    if len(received) < at + length + len(END):
        raise Incomplete
    return received[at : at + length], at + length + len(END)


async def _connect(url: str, build: Callable[[], RedisLine]) -> RedisLine:
    loop, address = asyncio.get_running_loop(), parse_url(url)
    if "path" in address:
        _, line = await loop.create_unix_connection(build, address["path"])
        return line
    tls = None
    if address.get("connection_class") is SSLConnection:
        options: dict[str, Any] = {name: value for name, value in address.items() if name.startswith("ssl_")}
        tls = SSLConnection(**options).ssl_context.get()
    host, port = address.get("host", "localhost"), address.get("port", 6379)
    _, line = await loop.create_connection(build, host, port, ssl=tls)
    return line
