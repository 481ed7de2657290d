"""An HTTP client that costs little: a line of calls, one after the other, and the lines of a stream."""

import asyncio
from collections import deque
from collections.abc import Callable

END_OF_HEAD, END_OF_LINE = b"\r\n\r\n", b"\r\n"
LENGTH = b"content-length:"


def build_request(method: str, path: str, token: str, address: str, body: bytes = b"") -> bytes:
    """A request that shows a token, as if a proxy had passed it on from this address."""
    return (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        f"X-Forwarded-For: {address}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def parse_answer(data: bytes) -> tuple[int, bytes, bytes] | None:
    """The status and the body of an answer, and what follows it; None as long as it is not whole."""
    head, end, rest = data.partition(END_OF_HEAD)
    if not end:
        return None
    lengths = [line[len(LENGTH) :] for line in head.lower().split(END_OF_LINE) if line.startswith(LENGTH)]
    length = int(lengths[0]) if lengths else 0
    return None if len(rest) < length else (int(head.split(b" ", 2)[1]), rest[:length], rest[length:])


def parse_chunks(data: bytes) -> tuple[bytes, bytes]:
    """What stands in the chunks that are whole, and what is left of the data."""
    whole: list[bytes] = []
    while True:
        size, end, rest = data.partition(END_OF_LINE)
        length = int(size, 16) if end else 0
        if not end or len(rest) < length + len(END_OF_LINE):
            return b"".join(whole), data
        whole.append(rest[:length])
        data = rest[length + len(END_OF_LINE) :]


class CallLine(asyncio.Protocol):
    """Makes calls one after the other; one that a line closed on is made again on a new line."""

    def __init__(self, port: int, on_answer: Callable[[int, bytes], None]) -> None:
        self.port, self.on_answer = port, on_answer
        self._requests: deque[bytes] = deque()
        self._transport: asyncio.Transport | None = None
        self._opening: asyncio.Task[object] | None = None
        self._unparsed = b""
        self._is_closed = False

    def call(self, request: bytes) -> None:
        """Make a call once those before it are answered."""
        self._requests.append(request)
        if len(self._requests) == 1:
            self._send_first()

    def close(self) -> None:
        self._is_closed = True
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self._opening = transport, None  # type: ignore[assignment]
        self._unparsed = b""
        if self._requests:
            self._send_first()

    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        while self._requests and (answer := parse_answer(self._unparsed)) is not None:
            status, body, self._unparsed = answer
            self._requests.popleft()
            self.on_answer(status, body)
            if self._requests:
                self._send_first()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._requests and not self._is_closed:
            self._send_first()

    def _send_first(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(self._requests[0])
        elif self._opening is None:
            loop = asyncio.get_running_loop()
            self._opening = loop.create_task(loop.create_connection(lambda: self, "127.0.0.1", self.port))
