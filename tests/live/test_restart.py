"""A server that is stopped in the middle of a game goes on with it when it starts again."""

import asyncio

from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Frame, Visitor, connect_player, connect_two_players, play_together


def test_a_game_goes_on_after_a_graceful_stop(own_server: Server) -> None:
    one, other = Visitor(own_server.url), Visitor(own_server.url)

    async def begin() -> tuple[str, bytes, bytes, Frame]:
        async with connect_two_players(one, other, target=61) as (a, b):
            await play_together(a, b, moves=3)
            await a.resync_until(b.ply)
            return a.game, a.secret, b.secret, a.view

    async def go_on() -> tuple[Frame, Frame]:
        async with connect_player(one, game, mine) as a, connect_player(other, game, others) as b:
            first = (await a.receive_until("table"))["view"]
            await play_together(a, b)
            return first, a.view

    game, mine, others, before = asyncio.run(begin())
    own_server.restart()
    after, end = asyncio.run(go_on())
    assert after == before
    assert end["ended"] == "played"
