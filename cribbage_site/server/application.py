"""Stands between uvicorn and an application, where the one leaves to the other what is not its business."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

Application = Callable[[Any, Any, Any], Awaitable[None]]


class BehindUvicorn:
    """An application that answers no ambiguous request, and whose sockets end without a fault."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.requests = 0  # that it is busy with, which it may be when the answer is out

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
    """The status that refuses it: after CONNECT comes no HTTP, and a body has a length or has chunks."""
    if scope["method"] == "CONNECT":
        return 405
    names = {name for name, _ in scope["headers"]}
    return 400 if {b"content-length", b"transfer-encoding"} <= names else None
