"""The site with one more page, which is answered only after this server stops accepting connections."""

import asyncio
from typing import Any

from cribbage_site.asgi import application as site

__all__ = ["application"]


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope.get("path") != "/unhurried":
        return await site(scope, receive, send)
    print("somebody asked", flush=True)
    while True:
        try:
            _, knock = await asyncio.open_connection(*scope["server"])
        except ConnectionRefusedError:
            break
        knock.close()
        await asyncio.sleep(0.05)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"fifteen two"})
