"""A server that shuts down announces it to every socket, with a time to come back."""

import asyncio
import signal
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import SERVERS, Server
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_player, connect_two_players

pytestmark = pytest.mark.slow


async def stopped(server: Server) -> list[ScriptedPlayer]:
    """Two players and a watcher who were connected when their server was stopped."""
    one, other, passer_by = (Visitor(server.url) for _ in range(3))
    async with (
        connect_two_players(one, other) as (a, b),
        connect_player(passer_by, a.game) as watcher,
    ):
        await watcher.receive_until("table")
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        people = [a, b, watcher]
        await asyncio.wait_for(asyncio.gather(*map(hear_out, people)), PATIENCE)
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
        code = server.process.wait(timeout=PATIENCE)
        yield people, code, server.log.read_text()


def test_every_socket_is_closed_with_a_code_that_says_come_back(left: Any) -> None:
    people, *_ = left
    assert {person.socket.close_code for person in people} == {4503}


def test_each_gets_a_time_to_come_back(left: Any) -> None:
    # Regression test: the goodbye was not flushed, and often was not sent at all.
    people, *_ = left
    byes = [last_words(person) for person in people]
    assert all(byes)
    assert {bye["code"] for bye in byes} == {"restart"}
    moments = [bye["back_in_ms"] for bye in byes]
    assert 0 < min(moments) <= max(moments) < 10_000
    assert len({*moments}) == len(people)


def test_nothing_went_wrong_on_the_way_out(left: Any) -> None:
    _, code, log = left
    assert code == 0
    assert "Traceback" not in log
    assert "ERROR" not in log
