"""uvicorn makes a sender wait for a slow reader. Our sockets never wait, and drop that reader."""

import asyncio
from contextlib import suppress
from typing import Any

import uvloop
import websockets
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed

from cribbage_site.server.http import LimitedHttp
from cribbage_site.server.websocket import LimitedSocket
from cribbage_site.tests.patience import PATIENCE
from game.consumers.base import MAX_UNREAD_BYTES, BaseConsumer

FRAME = b'"' + b"x" * 10_000 + b'"'


class Chatterbox(BaseConsumer):
    """Sends without end, as if every frame were acknowledged."""

    said = 0  # bytes

    async def on_connect(self) -> None:
        while self.is_open:
            self.note_received()
            self.send(FRAME)
            self.said += len(FRAME)


def test_a_full_buffer_drops_its_own_socket() -> None:
    chatterboxes: list[Chatterbox] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        chatterboxes.append(Chatterbox({}, send))
        await chatterboxes[-1].run(None, receive)

    async def listen_late() -> tuple[int, int, int | None]:
        config = Config(application, ws=LimitedSocket, log_config=None, lifespan="off", access_log=False)
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        async with await loop.create_server(lambda: LimitedHttp(config, state, {}), "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with websockets.connect(
                f"ws://127.0.0.1:{port}/", compression=None, open_timeout=PATIENCE
            ) as slow:
                while not chatterboxes or chatterboxes[0].is_open:
                    await asyncio.sleep(0.01)
                (connection,) = state.connections
                held = connection.transport.get_write_buffer_size()
                heard = 0
                with suppress(ConnectionClosed):
                    while True:
                        heard += len(await slow.recv())
                return held, chatterboxes[0].said - heard, slow.close_code

    held, lost, code = uvloop.run(listen_late())
    assert MAX_UNREAD_BYTES < held < MAX_UNREAD_BYTES + 2 * len(FRAME)
    assert (lost, code) == (len(FRAME), 4408)
