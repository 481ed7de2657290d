"""An HTTP response that continues until its reader leaves."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.http import StreamingHttpResponse

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Serve = Callable[[Message, Receive, Send], Awaitable[None]]


class LiveResponse(StreamingHttpResponse):
    """A response that is served on the event loop.

    `serve` gets its headers and both ends of the connection.
    """

    def __init__(self, serve: Serve, content_type: str, headers: Mapping[str, str]) -> None:
        # The encoding header prevents compression, which would delay the first data.
        super().__init__((), content_type=content_type, headers={**headers, "Content-Encoding": "identity"})
        self._serve = serve

    async def serve(self, receive: Receive, send: Send) -> None:
        """Serve the response until it ends or the client disconnects."""
        del self.headers["Content-Encoding"]
        headers = [(name.encode(), value.encode("latin-1")) for name, value in self.items()]
        start = {"type": "http.response.start", "status": self.status_code, "headers": headers}
        await self._serve(start, receive, send)
