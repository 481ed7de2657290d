"""An open socket keeps nothing of its handshake: thousands of sockets are idle most of the time."""

import asyncio
from typing import Any

import uvloop
import websockets
from uvicorn import Config
from uvicorn.server import ServerState

from cribbage_site.server.http import LimitedHttp
from cribbage_site.server.websocket import LimitedSocket, MessageQueue
from cribbage_site.tests.patience import PATIENCE


async def application(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "open"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def test_an_open_socket_keeps_no_headers_and_no_attributes_in_a_dictionary() -> None:
    async def look() -> tuple[LimitedSocket, dict[str, Any]]:
        config = Config(application, ws=LimitedSocket, log_config=None, lifespan="off", access_log=False)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        async with await loop.create_server(lambda: LimitedHttp(config, state, {}), "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with websockets.connect(f"ws://127.0.0.1:{port}/", open_timeout=PATIENCE) as client:
                await client.recv()
                (connection,) = state.connections
                assert isinstance(connection, LimitedSocket)
                return connection, dict(vars(connection))

    connection, in_dictionary = uvloop.run(look())
    assert not connection.scope
    assert not (*connection.request.headers, *connection.response.headers)
    assert not in_dictionary


def test_messages_are_received_in_order_after_a_reader_was_cancelled() -> None:
    async def read() -> list[int]:
        messages = MessageQueue()
        reader = asyncio.ensure_future(messages.get())
        await asyncio.sleep(0)
        reader.cancel()
        await asyncio.sleep(0)
        later = asyncio.ensure_future(messages.get())
        await asyncio.sleep(0)
        for number in range(3):
            messages.put_nowait(number)
        return [await later, await messages.get(), await messages.get()]

    assert asyncio.run(read()) == [0, 1, 2]
