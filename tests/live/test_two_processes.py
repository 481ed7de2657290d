"""One game served by two processes at once: the row decides, and both catch up with it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cribbage_site.tests.server_process import Server
from rng import entropy
from tests.worlds.scripted_player import ScriptedPlayer, Visitor, connect_player

pytestmark = [pytest.mark.rows, pytest.mark.slow]


@asynccontextmanager
async def at_both(
    server: Server, second_server: Server
) -> AsyncIterator[tuple[ScriptedPlayer, ScriptedPlayer]]:
    """One player at one game through two processes, its first cards dealt."""
    visitor, elsewhere, secret = Visitor(server.url), Visitor(second_server.url), entropy.secret()
    game = visitor.new_game(target=61)
    for cookie in visitor.jar:
        elsewhere.jar.set_cookie(cookie)
    async with connect_player(visitor, game, secret) as here:
        await here.wait_for_turn()
        async with connect_player(elsewhere, game, secret) as there:
            await there.resync_until(here.ply)
            yield here, there


def test_a_player_may_move_now_here_now_there(server: Server, second_server: Server) -> None:
    async def play() -> None:
        async with at_both(server, second_server) as (one, other):
            while one.view["phase"] != "over":
                await one.wait_for_turn()
                if one.view["phase"] != "over":
                    assert (await one.make_move(one.choose_move()))["t"] == "ack"
                await other.resync_until(one.ply)
                one, other = other, one
            for person in (one, other):
                await person.resync_until(max(one.ply, other.ply))
            assert one.view == other.view

    asyncio.run(play())
