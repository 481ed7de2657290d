"""A cheap WebSocket client (RFC 6455), so that the measurement is about the server."""

import asyncio
import struct
from typing import TypeVar

from bench.live.addresses import new_address
from bench.live.waiting import wait_excluding_pauses
from bench.measurement import MeasurementFailed

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80

# The RFC's own examples. They protect against intermediate caches, which do not exist here.
KEY, ACCEPT = "dGhlIHNhbXBsZSBub25jZQ==", b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
MASK = bytes.fromhex("37fa213d")


class ConnectionLost(MeasurementFailed):
    """A connection that was refused, or that the other side closed first."""


def encode_frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """Return a frame as a client sends it."""
    size = len(payload)
    if size < 126:
        head = bytes((FINAL | opcode, MASKED | size))
    else:
        head = struct.pack(">BBH", FINAL | opcode, MASKED | 126, size)
    key = (MASK * (size // 4 + 1))[:size]
    return head + MASK + (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


def parse_frames(data: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """Return the complete frames of a server, as opcode and payload, and the remaining data."""
    frames = []
    at, size = 0, len(data)
    while size - at >= 2:
        length, body = data[at + 1], at + 2
        if length == 126:
            length, body = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
        elif length == 127:
            length, body = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
        end = body + length
        if end > size or body > size:
            break
        if not data[at] & FINAL:
            raise ConnectionLost("The server sends its frames in pieces.")
        frames.append((data[at] & 0x0F, data[body:end]))
        at = end
    return frames, data[at:]


class Socket(asyncio.Protocol):
    """One connection. `heard` receives the payload of every text frame."""

    transport: asyncio.Transport

    def __init__(self, path: str, cookies: str = "") -> None:
        self.path, self.cookies = path, cookies
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = self.is_closing = False
        self.bytes_in = self.bytes_out = 0
        self._unparsed = b""

    def on_open(self) -> None:
        """Called after the handshake."""

    def on_text(self, payload: bytes) -> None:
        """Called with a text frame."""

    def on_lost(self) -> None:
        """Called when the other side closes."""

    def send(self, payload: bytes) -> None:
        if not self.transport.is_closing():
            frame = encode_frame(payload)
            self.bytes_out += len(frame)
            self.transport.write(frame)

    def close(self) -> None:
        self.is_closing = True
        if not self.transport.is_closing():
            self.transport.write(encode_frame((1000).to_bytes(2, "big"), CLOSE))
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self.transport = transport  # type: ignore[assignment]
        host, port = transport.get_extra_info("peername")[:2]
        cookies = f"Cookie: {self.cookies}\r\n" if self.cookies else ""
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {KEY}\r\nX-Forwarded-For: {new_address()}\r\n{cookies}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        data = self._unparsed + data
        if not self.is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._unparsed = head
                return
            if self.opened.done():  # the waiter is gone
                return self.transport.abort()
            if not (head.startswith(b"HTTP/1.1 101") and ACCEPT in head):
                status = head.partition(b"\r\n")[0].decode()
                return self.opened.set_exception(ConnectionLost(f"{self.path} was answered {status}."))
            self.is_open = True
            self.opened.set_result(None)
            self.on_open()
        frames, self._unparsed = parse_frames(data)
        for opcode, payload in frames:
            if opcode == TEXT:
                self.on_text(payload)
            elif opcode == PING:
                self.transport.write(encode_frame(payload, PONG))
            elif opcode == CLOSE:
                self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionLost(f"{self.path} was not answered: {exc}."))
        elif not self.is_closing:
            self.on_lost()


S = TypeVar("S", bound=Socket)


async def connect(port: int, socket: S) -> S:
    """Return the socket after its handshake."""
    await asyncio.get_running_loop().create_connection(lambda: socket, "127.0.0.1", port)
    await wait_excluding_pauses(socket.opened)
    return socket
