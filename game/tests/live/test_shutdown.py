"""A server that is told to stop says so to everybody, and when to come back."""

import asyncio
import signal
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import (
    Frame,
    ScriptedPlayer,
    Visitor,
    connect_player,
    connect_two_players,
)


class Uvicorn(Server):
    """The same site behind uvicorn, which says goodbye in its own way."""

    def command(self) -> list[str]:
        ways = "--ws websockets-sansio --lifespan off --log-level warning --host 127.0.0.1 --port"
        site = "cribbage_site.asgi:application"
        return [sys.executable, "-m", "uvicorn", site, *ways.split(), str(self.port)]


SERVERS = [Server, *([Uvicorn] if find_spec("uvicorn") else [])]


async def stopped(server: Server) -> list[ScriptedPlayer]:
    """Two players and a watcher, who were there when their server was told to stop."""
    one, other, passer_by = (Visitor(server.url) for _ in range(3))
    async with (
        connect_two_players(one, other) as (a, b),
        connect_player(passer_by, a.game) as watcher,
    ):
        await watcher.receive_until("table")
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        people = [a, b, watcher]
        await asyncio.wait_for(asyncio.gather(*map(hear_out, people)), 10)
        return people


async def hear_out(person: ScriptedPlayer) -> None:
    with suppress(ConnectionClosed):
        while True:
            await person.receive()


def last_words(person: ScriptedPlayer) -> Frame | None:
    return next((frame for frame in person.frames if frame["t"] == "bye"), None)


@pytest.fixture(scope="module", params=SERVERS, ids=lambda server: server.__name__)
def left(request: pytest.FixtureRequest) -> Any:
    with request.param() as server:
        people = asyncio.run(stopped(server))
        assert server.process is not None
        server.process.wait(timeout=10)
        yield request.param, people, server.log.read_text()


def test_every_socket_is_closed_with_a_code_that_says_come_back(left: Any) -> None:
    kind, people, _ = left
    assert {person.socket.close_code for person in people} == {4503 if kind is Server else 1012}


def test_daphne_lets_us_say_when_to_come_back(left: Any) -> None:
    # Found by trying: the goodbye was never written out, and often nobody was asked to say it.
    kind, people, _ = left
    if kind is Server:
        for person in people:
            bye = last_words(person)
            assert bye is not None
            assert bye["code"] == "restart"
            assert 0 < bye["back_in_ms"] < 10_000


def test_nothing_went_wrong_on_the_way_out(left: Any) -> None:
    *_, log = left
    assert "Traceback" not in log
    assert "ERROR" not in log
