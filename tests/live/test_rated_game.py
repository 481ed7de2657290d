"""Rated games over real sockets: the stakes are sent before, and the settlement after the game."""

import asyncio
from typing import Any

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from ranking.rules.points import exchange
from tests.worlds.lobby import new_account
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_player, connect_two_players

pytestmark = pytest.mark.slow

EQUALS = exchange(1500, 1500)
FROM_WHEN = "The game changes points once its first deal has been counted."


def table(person: ScriptedPlayer) -> Frame:
    return next(frame for frame in person.frames if frame["t"] == "table")


async def sum_of(person: ScriptedPlayer) -> Any:
    """Return the settlement that was sent at the end of a game."""
    while True:
        for frame in person.frames:
            if frame["t"] == "points" and frame["settled"]:
                return frame["settled"]
        await person.receive()


@pytest.mark.rows
def test_two_players_and_a_watcher_get_the_stakes_and_the_settlement(
    server: Server,
) -> None:
    ann, bob, watcher = new_account(server), new_account(server), Visitor(server.url)

    async def play() -> None:
        game, invite = ann.create_link_game(rated=True, clock="quick")
        assert bob.join(invite) == game
        async with (
            asyncio.timeout(PATIENCE),
            connect_two_players(ann, bob, game) as (a, b),
            connect_player(watcher, game) as w,
        ):
            await w.receive_until("table")
            at_stake = {
                "points": [1500, 1500],
                "win": [EQUALS.win] * 2,
                "loss": [EQUALS.loss] * 2,
                "why": [f"{EQUALS.why} {FROM_WHEN}"] * 2,
            }
            for person in (a, b, w):
                assert (table(person)["stakes"], table(person)["settled"]) == (at_stake, None)
            await asyncio.gather(a.play_moves(3), b.play_moves(3))
            await b.resync_until(a.ply)
            assert (await b.make_move({"kind": "resign"}))["t"] == "ack"
            settled = {
                "before": [1500, 1500],
                "change": [0, 0],
                "after": [1500, 1500],
                "why": ["The game ended before a deal was counted, so no points change."] * 2,
                "voided": False,
            }
            for person in (a, b, w):
                assert await sum_of(person) == settled
            await a.send(t="hello", since=-1)
            again = await a.receive_until("table")
            assert (again["stakes"], again["settled"]) == (None, settled)

    asyncio.run(play())


def test_a_rated_game_with_a_bot_has_a_day_for_every_move_and_the_bot_nothing_to_lose(server: Server) -> None:
    ann = new_account(server)

    async def play() -> None:
        async with (
            asyncio.timeout(PATIENCE),
            connect_player(ann, ann.new_game("intermediate", rated=True)) as a,
        ):
            await a.wait_for_turn()
            assert a.clocks is not None
            assert a.clocks["kind"] == "relaxed"
            stake = exchange(1500, "intermediate")
            assert table(a)["stakes"] == {
                "points": [1500, 2000],
                "win": [stake.win, None],
                "loss": [stake.loss, None],
                "why": [f"{stake.why} {FROM_WHEN}", None],
            }
            await a.play_to_deal(2)
            await a.resign()
            settled = await sum_of(a)
            assert settled["before"] == [1500, None]
            assert settled["change"] == [-stake.loss, None]
            assert settled["after"] == [1500 - stake.loss, None]

    asyncio.run(play())


def test_a_casual_game_is_about_nothing(server: Server) -> None:
    ann = new_account(server)

    async def look() -> None:
        async with asyncio.timeout(PATIENCE), connect_player(ann, ann.new_game()) as a:
            frame = await a.receive_until("table")
            assert (frame["stakes"], frame["settled"]) == (None, None)

    asyncio.run(look())
