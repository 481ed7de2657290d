"""An answer over HTTP that goes on for as long as somebody listens, and what tells whether they do."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.http import StreamingHttpResponse

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Serve = Callable[[Message, Mapping[str, Any], Receive, Send], Awaitable[None]]

# What a server that takes all that it is given says of a connection: whether some of it was not read yet.
HAS_UNREAD = "every_other.has_unread"
FIRST_POLL_SECONDS, LAST_POLL_SECONDS = 0.001, 0.05


class LiveResponse(StreamingHttpResponse):
    """An answer that is served on the event loop: `serve` gets its beginning and both ends of the line."""

    def __init__(self, serve: Serve, content_type: str, headers: Mapping[str, str]) -> None:
        # It says how it is encoded, or it would be compressed, and nothing of it sent before there is much.
        super().__init__((), content_type=content_type, headers={**headers, "Content-Encoding": "identity"})
        self._serve = serve

    async def serve(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Serve it, until it ends or nobody listens any more."""
        del self.headers["Content-Encoding"]
        headers = [(name.encode(), value.encode("latin-1")) for name, value in self.items()]
        start = {"type": "http.response.start", "status": self.status_code, "headers": headers}
        await self._serve(start, scope, receive, send)


def has_unread(scope: Mapping[str, Any]) -> bool:
    """Whether the other end has still to read much of what it was sent; a server that waits says no."""
    ask = scope.get("extensions", {}).get(HAS_UNREAD)
    return ask is not None and bool(ask())


def sending_to_readers(scope: Mapping[str, Any], send: Send) -> Send:
    """The same `send`, which waits for the other end to read."""

    async def send_when_read(message: Message) -> None:
        # Who reads as fast as we send is done in a turn of the loop; who does not is asked less and less.
        pause = 0.0
        while has_unread(scope):
            await asyncio.sleep(pause)
            pause = min(2 * pause + FIRST_POLL_SECONDS, LAST_POLL_SECONDS)
        await send(message)

    return send_when_read
