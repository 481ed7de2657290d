"""Echoes what a move would send, with no game and no database: the ceiling of any server.

Two sockets meet at /ws/echo/TABLE/BYTES/EVERY; whatever one says goes out as an event of so many bytes to
both, and as an acknowledgement to who said it. Every so many moves both are sent a further frame of as many
bytes, as between the deals of a game (0: never).
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ACK = '{"t":"ack","ply":100}'


@dataclass
class EchoTable:
    """Who sits there, and how many moves were made."""

    watchers: list[Send] = field(default_factory=list)
    moves: int = 0


_tables: dict[str, EchoTable] = defaultdict(EchoTable)


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await echo(scope["path"], receive, send)
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"echo"})


async def echo(path: str, receive: Receive, send: Send) -> None:
    size, every = map(int, path.split("/")[-2:])
    event, further = padded_frame("event", size), padded_frame("fair", size)
    table = _tables[path]
    table.watchers.append(send)
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.receive":
            table.moves += 1
            frames = (event, further) if every and table.moves % every == 0 else (event,)
            for frame in frames:
                for watcher in tuple(table.watchers):
                    await watcher({"type": "websocket.send", "text": frame})
            await send({"type": "websocket.send", "text": ACK})
    table.watchers.remove(send)


def padded_frame(kind: str, size: int) -> str:
    """A frame of so many bytes."""
    bare = f'{{"t":"{kind}","pad":""}}'
    return bare.replace('""', '"' + " " * (size - len(bare)) + '"')
