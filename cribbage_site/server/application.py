"""A wrapper between uvicorn and the application, for cases that neither of them handles."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

Application = Callable[[Any, Any, Any], Awaitable[None]]


class BehindUvicorn:
    """Refuses ambiguous requests, and lets sockets end without an error."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.requests = 0  # being handled; a request may still be after its response was sent

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            with suppress(asyncio.CancelledError):  # the process stops
                await self.application(scope, receive, send)
        elif status := find_ambiguity(scope):
            headers = [(b"connection", b"close")]
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body"})
        else:
            self.requests += 1
            try:
                await self.application(scope, receive, send)
            finally:
                self.requests -= 1


def find_ambiguity(scope: Any) -> int | None:
    """Return the status to refuse an ambiguous request with, or None.

    CONNECT is not HTTP, and a body has either a length or chunks, never both.
    """
    if scope["method"] == "CONNECT":
        return 405
    names = {name for name, _ in scope["headers"]}
    return 400 if {b"content-length", b"transfer-encoding"} <= names else None
