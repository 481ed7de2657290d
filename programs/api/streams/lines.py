"""Serve a consumer over HTTP: its messages become lines of JSON, and its goodbye is the last line.

So streams share the tickets, bans, goodbyes and slow-reader rule of sockets. HTTP has no ping, so an empty
line takes its place: once the server could send it, the reader has read what came before.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress

from django.http import HttpRequest
from django.utils import translation

from common.formats.json import Json, encode
from common.http.client_ip import client_network
from common.http.live_response import LiveResponse, Message, Receive, Send
from game.consumers.base import BaseConsumer
from game.tokens.bearer import bearer_of
from game.web.api.common import NDJSON

BEAT_SECONDS = 7.0
END_OF_LINE = b"\n"


def live(
    request: HttpRequest, kind: type[BaseConsumer], path: Mapping[str, str], first: Iterable[Json] = ()
) -> LiveResponse:
    """Return a response that serves a consumer of this kind, which first receives these frames."""
    bearer, network = bearer_of(request.headers.get("authorization", "")), client_network(request)
    language, frames = translation.get_language(), [encode(frame).decode() for frame in first]

    async def serve(start: Message, receive: Receive, send: Send) -> None:
        translation.activate(language or "en")
        line = Line(start, frames, receive, send)
        consumer = kind(dict(path), line.send)
        beating = asyncio.ensure_future(_beat(consumer))
        try:
            await consumer.run(None, line.receive, network, bearer)
        finally:
            beating.cancel()
            line.close()

    return LiveResponse(serve, NDJSON, {"X-Accel-Buffering": "no", "Cache-Control": "no-store"})


async def _beat(consumer: BaseConsumer) -> None:
    """Send an empty line now and then: it keeps proxies from closing the connection, and shows that the
    client reads.
    """
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        consumer.send(b"")
        if consumer.is_open:
            consumer.note_received()


class Line:
    """An HTTP response that a consumer uses like a socket: connect, receive frames, disconnect."""

    def __init__(self, start: Message, first: Iterable[str], receive: Receive, send: Send) -> None:
        self._start, self._receive, self._send = start, receive, send
        self._to_hear: deque[Json] = deque([{"type": "websocket.connect"}])
        self._to_hear.extend({"type": "websocket.receive", "text": frame} for frame in first)
        self._ended = asyncio.get_running_loop().create_future()
        self._leaving: asyncio.Future[None] | None = None

    async def receive(self) -> Json:
        """Return the consumer's next message. After the first frames, that is only the disconnection."""
        if self._to_hear:
            return self._to_hear.popleft()
        if self._leaving is None:
            self._leaving = asyncio.ensure_future(self._wait_until_left())
        await asyncio.wait((self._leaving, self._ended), return_when=asyncio.FIRST_COMPLETED)
        return {"type": "websocket.disconnect"}

    async def send(self, message: Json) -> None:
        """Pass on a message of the consumer. A slow reader blocks only this task, never the consumer."""
        match message["type"]:
            case "websocket.accept":
                await self._send(self._start)
                # Daphne sends the response head only with the first body chunk, which may come much later.
                await self._send(_body(END_OF_LINE, more=True))
            case "websocket.send":
                await self._send(_body(message["text"].encode() + END_OF_LINE, more=True))
            case "websocket.close":
                self._end()
                await self._send(_body(b"", more=False))

    def close(self) -> None:
        """Close the connection."""
        self._end()
        if self._leaving is not None:
            self._leaving.cancel()

    def _end(self) -> None:
        if not self._ended.done():
            self._ended.set_result(None)

    async def _wait_until_left(self) -> None:
        with suppress(Exception):  # if the server fails here, the client is gone too
            while (await self._receive())["type"] != "http.disconnect":
                pass


def _body(part: bytes, *, more: bool) -> Json:
    return {"type": "http.response.body", "body": part, "more_body": more}
