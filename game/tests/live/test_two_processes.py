"""One game served by two processes at once: the row decides, and both catch up with it."""

import asyncio
from collections.abc import Iterator

import pytest

from cribbage_site.tests.server import Server
from game.tests.live.person import Visitor, sit_down
from rng import fresh

pytestmark = pytest.mark.rows


@pytest.fixture
def another(server: Server) -> Iterator[Server]:
    """A second process on the same database."""
    with Server(server.environment) as other:
        yield other


def test_a_player_may_move_now_here_now_there(server: Server, another: Server) -> None:
    visitor, secret = Visitor(server.url), fresh.secret()
    elsewhere = Visitor(another.url)
    game = visitor.new_game()

    async def play() -> None:
        async with sit_down(visitor, game, secret) as here:
            await here.hear_turn()
            for cookie in visitor.jar:
                elsewhere.jar.set_cookie(cookie)
            async with sit_down(elsewhere, game, secret) as there:
                await there.hear_until("table")
                one, other = here, there
                while one.view["phase"] != "over":
                    await one.hear_turn()
                    if one.view["phase"] != "over":
                        assert (await one.make(one.move()))["t"] == "ack"
                    await other.ask_again(one.ply)
                    one, other = other, one
                assert here.game == there.game

    asyncio.run(play())


def test_a_move_sent_to_both_at_once_stands_once(server: Server, another: Server) -> None:
    visitor, secret = Visitor(server.url), fresh.secret()
    elsewhere = Visitor(another.url)
    game = visitor.new_game()

    async def play() -> None:
        async with sit_down(visitor, game, secret) as here:
            await here.hear_turn()
            for cookie in visitor.jar:
                elsewhere.jar.set_cookie(cookie)
            async with sit_down(elsewhere, game, secret) as there:
                await there.ask_again(here.ply)
                for _ in range(12):
                    await here.hear_turn()
                    await there.ask_again(here.ply)
                    ply, move = here.ply, here.move()
                    answers = await asyncio.gather(
                        here.ask(t="move", ply=ply, move=move), there.ask(t="move", ply=ply, move=move)
                    )
                    assert [answer["t"] for answer in answers] == ["ack", "ack"]

    asyncio.run(play())
