"""A site that is started with the wrong keys, and one whose keys are changed while people play."""

import asyncio
import json
from collections.abc import Iterator

import pytest

from bench.chaos.database import load_game, query
from conftest import server_on_this_database
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Frame, Visitor, connect_player, connect_two_players, play_past_ply

pytestmark = pytest.mark.slow


def start_with(server: Server, *keys: str) -> None:
    server.stop()
    server.environment["SEALING_KEYS"] = ",".join(keys)
    server.start()


@pytest.fixture
def server() -> Iterator[Server]:
    with server_on_this_database(SEALING_KEYS="old") as server:
        yield server


def test_wrong_keys_lose_nothing_and_right_ones_are_changed_while_people_play(server: Server) -> None:
    one, other = Visitor(server.url), Visitor(server.url)

    async def begin() -> tuple[str, bytes, bytes, list[str]]:
        async with connect_two_players(one, other) as (a, b):
            await a.make_move(a.choose_move())
            return a.game, a.secret, b.secret, b.view["hand"]

    async def farewell() -> Frame:
        async with connect_player(one, game) as a:
            return await a.receive_until("bye")

    async def play(*meanwhile: str) -> list[str]:
        """Most of a deal, while a command runs; the six cards there were to begin with."""
        async with connect_player(one, game, mine) as a, connect_player(other, game, others) as b:
            await b.receive_until("table")
            six = b.view["hand"]
            done = asyncio.create_task(asyncio.to_thread(server.manage, *meanwhile))
            await play_past_ply(b.ply + 8, a, b)
            told.append(await done)
            return six

    told: list[str] = []
    game, mine, others, cards = asyncio.run(begin())
    before = load_game(server.environment, game)

    start_with(server, "wrong")
    byes = [asyncio.run(farewell()) for _ in range(2)]
    assert [(bye["code"], bye["back_in_ms"]) for bye in byes] == [("locked", 5000)] * 2
    assert "Nothing is lost" in byes[0]["says"]
    assert load_game(server.environment, game) == before
    assert query(server.environment, "SELECT * FROM rng_unshown") == []
    assert server.log.read_text().count(f"game {game}: waiting because") == 1

    start_with(server, "new", "old")
    assert asyncio.run(play("reseal", "--json")) == cards
    assert json.loads(told[0].splitlines()[-1])["left"] == 0

    start_with(server, "new")
    asyncio.run(play("reseal", "--check"))
    assert load_game(server.environment, game)["ply"] > before["ply"] + 16
    assert query(server.environment, "SELECT * FROM rng_unshown") == []
