"""Stands between uvicorn and an application, where the one leaves to the other what is not its business."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

Application = Callable[[Any, Any, Any], Awaitable[None]]


def behind_uvicorn(application: Application) -> Application:
    """An application that answers no ambiguous request, and whose sockets end without a fault."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            with suppress(asyncio.CancelledError):  # the process stops
                await application(scope, receive, send)
        elif status := find_ambiguity(scope):
            headers = [(b"connection", b"close")]
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body"})
        else:
            await application(scope, receive, send)

    return answer


def find_ambiguity(scope: Any) -> int | None:
    """The status that refuses it: after CONNECT comes no HTTP, and a body has a length or has chunks."""
    if scope["method"] == "CONNECT":
        return 405
    names = {name for name, _ in scope["headers"]}
    return 400 if {b"content-length", b"transfer-encoding"} <= names else None
