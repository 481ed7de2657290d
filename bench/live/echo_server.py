"""Echoes what a move would send, with no game and no database: the ceiling of any server.

Two sockets meet at /ws/echo/TABLE/BYTES; whatever one says goes out as an event of so many bytes to both,
and as an acknowledgement to who said it.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ACK = '{"t":"ack","ply":100}'

_tables: dict[str, list[Send]] = defaultdict(list)


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await echo(scope["path"], receive, send)
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"echo"})


async def echo(path: str, receive: Receive, send: Send) -> None:
    event = padded_event(int(path.rpartition("/")[2]))
    table = _tables[path]
    table.append(send)
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.receive":
            for watcher in tuple(table):
                await watcher({"type": "websocket.send", "text": event})
            await send({"type": "websocket.send", "text": ACK})
    table.remove(send)


def padded_event(size: int) -> str:
    """An event of so many bytes."""
    bare = '{"t":"event","pad":""}'
    return bare.replace('""', '"' + " " * (size - len(bare)) + '"')
