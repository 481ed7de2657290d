"""The echo server sends as much as a move does."""

import asyncio
from typing import Any

import pytest

from bench.live.echo_client import echo_shape
from bench.live.echo_server import application
from bench.live.player import Traffic


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


async def echoed(path: str) -> tuple[Client, Client]:
    one, other = Client(path), Client(path)
    running = [asyncio.create_task(client.run()) for client in (one, other)]
    await asyncio.sleep(0)
    one.said.put_nowait({"type": "websocket.receive", "text": "a move"})
    await asyncio.sleep(0.01)
    for client in (one, other):
        client.said.put_nowait({"type": "websocket.disconnect"})
    await asyncio.gather(*running)
    return one, other


def test_an_event_goes_to_both_and_an_acknowledgement_to_the_mover():
    one, other = asyncio.run(echoed("/ws/echo/1/500/0"))
    assert [len(message.get("text", "")) for message in one.heard] == [0, 500, 21]
    assert [len(message.get("text", "")) for message in other.heard] == [0, 500]


def test_both_receive_a_further_frame_at_the_configured_interval():
    one, other = asyncio.run(echoed("/ws/echo/2/500/1"))
    assert [len(message.get("text", "")) for message in one.heard] == [0, 500, 500, 21]
    assert [len(message.get("text", "")) for message in other.heard] == [0, 500, 500]


@pytest.mark.parametrize("traffic", [Traffic(3, 2021), Traffic(3.25, 2021), Traffic(3.5, 1500)])
def test_an_echo_has_the_configured_frames_and_bytes_per_move(traffic):
    size, every = echo_shape(traffic)
    further = 2 / every if every else 0
    assert 3 + further == pytest.approx(traffic.frames)
    assert (2 + further) * size + 21 == pytest.approx(traffic.bytes, abs=2)
