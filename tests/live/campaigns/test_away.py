"""After a restart, the countdown of an absent player starts again."""

import asyncio

import pytest

from cribbage_site.tests.server_process import Server
from tests.live.test_away import hear_here
from tests.worlds.scripted_player import Visitor, connect_player, connect_two_players


@pytest.mark.rows
def test_after_a_restart_the_countdown_starts_again(own_server: Server) -> None:
    one, other = Visitor(own_server.url), Visitor(own_server.url)

    async def begin() -> str:
        async with connect_two_players(one, other, clock="quick") as (a, _):
            return a.game

    async def come_back(game: str) -> None:
        async with connect_player(one, game) as person:
            await person.receive_until("table")
            assert person.presence["seats"] == [True, True]
            await hear_here(person, [True, False], within=25)  # the lease of one killed in Redis has to lapse
            assert person.presence["claim_in_ms"] > 55_000

    game = asyncio.run(begin())
    own_server.kill()
    own_server.start()
    asyncio.run(come_back(game))
