"""A player of a rated game who asks the lab meanwhile is noted, even logged out or at another process."""

import asyncio
import os
from typing import Any

import pytest
import websockets

from bench.chaos.database import query
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.lobby import new_account
from tests.worlds.scripted_player import Visitor

pytestmark = [pytest.mark.rows, pytest.mark.slow]

POSITION = "/api/lab?cards=5H+6H+7H+JH+KS+5S&dealer=1"


def connect_from(visitor: Visitor, server: Server, game: str) -> Any:
    """A socket at a table that comes from its visitor's address, as our proxy says."""
    headers = {"Cookie": visitor.cookie_header, "Origin": server.url, "X-Forwarded-For": visitor.address}
    return websockets.connect(
        f"{server.ws_url}/ws/table/{game}", additional_headers=headers, open_timeout=PATIENCE
    )


def notes_of_a_game_beside_which_the_lab_is_asked(server: Server, asked: Server) -> list[dict[str, Any]]:
    ann, bob, beside = new_account(server), new_account(server), Visitor(asked.url)
    beside.address = ann.address
    game, invite = ann.create_link_game(rated=True, clock="quick")
    assert bob.join(invite) == game

    async def play() -> list[dict[str, Any]]:
        async with asyncio.timeout(PATIENCE), connect_from(ann, server, game) as socket:
            await socket.send('{"t": "hello", "since": -1}')
            while True:
                status, answer = await asyncio.to_thread(beside.get, POSITION)
                assert status == 200, answer
                notes = query(server.environment, "SELECT * FROM game_advicenote WHERE game_id = %s", game)
                if notes:
                    return notes
                await asyncio.sleep(0.25)

    return asyncio.run(play())


def test_it_is_noted_of_the_player_whose_address_it_is(server: Server) -> None:
    (note,) = notes_of_a_game_beside_which_the_lab_is_asked(server, server)
    assert note["kind"] == "lab"
    assert set(note) == {"id", "game_id", "player_id", "kind", "at"}


if os.environ.get("REDIS_URL"):  # which remembers the addresses for all processes

    def test_whichever_process_is_asked(server: Server, second_server: Server) -> None:
        assert len(notes_of_a_game_beside_which_the_lab_is_asked(server, second_server)) == 1
