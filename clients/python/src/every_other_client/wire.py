"""HTTP/1.1 as bytes: one request on a connection, and its answer piece by piece."""

import json
from collections.abc import AsyncGenerator
from typing import Any, Protocol
from urllib.parse import urlsplit

from every_other_client.version import VERSION

Json = dict[str, Any]

MAX_HEAD = 64 * 1024
MAX_LINE = 4 * 1024 * 1024
MAX_ANSWER = 64 * 1024 * 1024


class Connection(Protocol):
    """A connection to the site. A silence of too many seconds raises TimeoutError."""

    async def send(self, data: bytes) -> None:
        """Send all of this."""

    async def receive(self) -> bytes:
        """Return the next bytes, or none at the end."""

    async def close(self) -> None:
        """Close it. This may be repeated."""


class BrokenAnswer(ValueError):
    """An answer is incomplete or malformed."""


class Address:
    """The address of a site, as https://cribbage.example or with a port and a path."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no address of a site: write it as https://cribbage.example.")
        self.is_secure = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port or (443 if self.is_secure else 80)
        self.named, self.path = parts.netloc.rpartition("@")[2], parts.path.rstrip("/")

    @property
    def is_open_to_listeners(self) -> bool:
        """Whether a token would cross a network unencrypted."""
        return not self.is_secure and self.host not in ("127.0.0.1", "::1", "localhost")


def request_bytes(address: Address, token: str | None, method: str, path: str, body: Json | None) -> bytes:
    """Return a request to the API."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"{method} {address.path}/api/v1{path} HTTP/1.1",
        f"Host: {address.named}",
        f"User-Agent: every-other-client/{VERSION}",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(sent)}",
    ]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if any(not line.isascii() or not line.isprintable() for line in lines):
        raise ValueError("A request has printable ASCII characters only.")
    return "\r\n".join([*lines, "", ""]).encode() + sent


class Answer:
    """One answer, read from a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._unread = connection, b""
        self.status = 0
        self._headers: dict[str, str] = {}

    async def read_head(self) -> None:
        """Read the status and the headers. An interim answer is skipped."""
        while not self.status or self.status < 200:
            first, *lines = (await self._until(b"\r\n\r\n", MAX_HEAD)).decode("latin-1").split("\r\n")
            version, _, rest = first.partition(" ")
            code = rest.partition(" ")[0]
            if not version.startswith("HTTP/1.") or len(code) != 3 or not code.isdigit():
                raise BrokenAnswer("it is not HTTP")
            self.status = int(code)
            pairs = (line.partition(":") for line in lines)
            self._headers = {name.strip().lower(): value.strip() for name, _, value in pairs}

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Yield the body. One that is cut off raises BrokenAnswer, if its head says how it ends."""
        if "chunked" in self._headers.get("transfer-encoding", "").lower():
            while size := self._number((await self._until(b"\r\n", MAX_HEAD)).partition(b";")[0], 16):
                async for piece in self._exactly(size):
                    yield piece
                if await self._until(b"\r\n", 2):
                    raise BrokenAnswer("a chunk has no end")
        elif "content-length" in self._headers:
            async for piece in self._exactly(self._number(self._headers["content-length"].encode(), 10)):
                yield piece
        else:
            while piece := self._unread or await self._connection.receive():
                self._unread = b""
                yield piece

    async def read(self) -> bytes:
        """Return the whole body."""
        body = b""
        async for piece in self.pieces():
            body += piece
            if len(body) > MAX_ANSWER:
                raise BrokenAnswer("it is too long")
        return body

    async def lines(self) -> AsyncGenerator[Json | None, None]:
        """Yield the body as JSON line by line, and None for each empty line."""
        line = b""
        async for piece in self.pieces():
            *whole, line = (line + piece).split(b"\n")
            if len(line) > MAX_LINE:
                raise BrokenAnswer("a line is too long")
            for each in whole:
                yield json_object(each) if each.strip() else None
        if line:
            raise BrokenAnswer("it ends in the middle of a line")

    async def _until(self, end: bytes, most: int) -> bytes:
        while end not in self._unread:
            if len(self._unread) > most:
                raise BrokenAnswer("its head is too long")
            await self._more()
        found, _, self._unread = self._unread.partition(end)
        return found

    async def _exactly(self, size: int) -> AsyncGenerator[bytes, None]:
        while size:
            if not self._unread:
                await self._more()
            piece, self._unread = self._unread[:size], self._unread[size:]
            size -= len(piece)
            yield piece

    async def _more(self) -> None:
        piece = await self._connection.receive()
        if not piece:
            raise BrokenAnswer("the connection was closed")
        self._unread += piece

    @staticmethod
    def _number(digits: bytes, base: int) -> int:
        text = digits.decode("latin-1").strip()
        if not text.isalnum() or len(text) > 15:
            raise BrokenAnswer("it has no length")
        return int(text, base)


def json_object(text: bytes) -> Json:
    """Return the JSON object in a text."""
    parsed = json.loads(text)
    if not isinstance(parsed, dict):
        raise BrokenAnswer("it is no JSON object")
    return parsed
