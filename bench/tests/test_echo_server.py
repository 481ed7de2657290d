"""The ceiling says as much as a move does."""

import asyncio
from typing import Any

import pytest

from bench.live.echo_server import application

pytestmark = pytest.mark.in_full


class Client:
    """One end of the echo, without a network."""

    def __init__(self, path: str) -> None:
        self.scope = {"type": "websocket", "path": path}
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[dict[str, Any]] = []

    async def run(self) -> None:
        async def send(message: Any) -> None:
            self.heard.append(message)

        await application(self.scope, self.said.get, send)


async def echoed() -> tuple[Client, Client]:
    one, other = Client("/ws/echo/1/500"), Client("/ws/echo/1/500")
    running = [asyncio.create_task(client.run()) for client in (one, other)]
    await asyncio.sleep(0)
    one.said.put_nowait({"type": "websocket.receive", "text": "a move"})
    await asyncio.sleep(0.01)
    for client in (one, other):
        client.said.put_nowait({"type": "websocket.disconnect"})
    await asyncio.gather(*running)
    return one, other


def test_an_event_goes_to_both_and_an_acknowledgement_to_the_mover():
    one, other = asyncio.run(echoed())
    assert [len(message.get("text", "")) for message in one.heard] == [0, 500, 21]
    assert [len(message.get("text", "")) for message in other.heard] == [0, 500]
