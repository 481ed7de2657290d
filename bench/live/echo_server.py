"""Echo the frames of a move, without a game or a database: the upper bound for any server.

Two sockets meet at /ws/echo/TABLE/BYTES/EVERY. A message from one is sent to both as an event of BYTES bytes,
and acknowledged to its sender. After every EVERY moves both receive a further frame of the same size, as
between the deals of a game (0: never).
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
    """The sockets of a table, and its number of moves."""

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
    """Return a frame of this many bytes."""
    bare = f'{{"t":"{kind}","pad":""}}'
    return bare.replace('""', '"' + " " * (size - len(bare)) + '"')
