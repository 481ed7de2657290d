"""A server that dies in the middle of a game goes on with it when it starts again."""

import asyncio
from contextlib import suppress
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from cribbage_site.tests.server import Server
from game.tests.live.person import Frame, Visitor, sit_down
from rng import fresh

pytestmark = pytest.mark.rows


def test_every_acknowledged_move_outlives_kill_9(own_server: Server) -> None:
    visitor, secret, whim = Visitor(own_server.url), fresh.secret(), Random(9)
    game = visitor.new_game()
    stood: list[tuple[int, Frame]] = []

    async def a_life_of_the_server(kill_after: int) -> bool:
        async with sit_down(visitor, game, secret) as person:
            with suppress(ConnectionClosed):
                stood.extend(await person.play_on(kill_after))
                if person.view["phase"] == "over":
                    return True
                # One move more is under way when the server dies: it may stand or not, but is never torn.
                await person.hear_turn()
                await person.say(t="move", ply=person.ply, move=person.move())
                own_server.kill()
            return False

    while not asyncio.run(a_life_of_the_server(whim.randrange(3, 25))):
        own_server.restart()
    asyncio.run(the_record_holds(visitor, game, secret, stood))
    assert len(stood) > 30


async def the_record_holds(
    visitor: Visitor, game: str, secret: bytes, stood: list[tuple[int, Frame]]
) -> None:
    """Sent again, a move that stands is acknowledged; one that does not would be refused."""
    async with sit_down(visitor, game, secret) as person:
        await person.hear_until("table")
        assert person.view["phase"] == "over"
        for ply, move in stood:
            assert (await person.ask(t="move", ply=ply, move=move))["t"] == "ack"


def test_a_game_goes_on_after_a_graceful_stop(own_server: Server) -> None:
    visitor, secret = Visitor(own_server.url), fresh.secret()
    game = visitor.new_game()

    async def play(moves: int) -> Frame:
        async with sit_down(visitor, game, secret) as person:
            await person.play_on(moves)
            return person.view

    asyncio.run(play(7))
    own_server.restart()
    assert asyncio.run(play(10_000))["phase"] == "over"
