"""A server that is stopped in the middle of a game goes on with it when it starts again."""

import asyncio

from cribbage_site.tests.server_process import Server
from rng import entropy
from tests.worlds.scripted_player import Frame, Visitor, connect_player


def test_a_game_goes_on_after_a_graceful_stop(own_server: Server) -> None:
    visitor, secret = Visitor(own_server.url), entropy.secret()
    game = visitor.new_game()

    async def play(moves: int) -> Frame:
        async with connect_player(visitor, game, secret) as person:
            await person.play_moves(moves)
            return person.view

    asyncio.run(play(7))
    own_server.restart()
    assert asyncio.run(play(10_000))["phase"] == "over"
