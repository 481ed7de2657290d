"""A vacation at a real table, each player at a process of their own."""

import asyncio
import time

import pytest

from bench.chaos.database import load_game, query, set_deadline
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from game.table.clocks.time_control import DAY
from rng import entropy
from tests.worlds.scripted_player import ScriptedPlayer, Visitor, connect_two_players

pytestmark = [pytest.mark.rows, pytest.mark.slow]


def account(server: Server) -> tuple[Visitor, str]:
    visitor, name = Visitor(server.url), f"Player-{entropy.name_suffix()}"
    visitor.sign_up(name)
    return visitor, name


def player_id(server: Server, name: str) -> int:
    (found,) = query(server.environment, "SELECT id FROM game_player WHERE username = %s", name)
    return int(found["id"])


async def hears_of(person: ScriptedPlayer, seat: int, *, is_away: bool) -> None:
    """Listen until this seat is, or is not, on vacation."""
    while not person.clocks or (person.clocks["away_until"][seat] is not None) is not is_away:
        await person.receive()


def now() -> int:
    return int(time.time() * 1000)


async def play_to_a_card(a: ScriptedPlayer, b: ScriptedPlayer) -> ScriptedPlayer:
    """Both throw; who leads."""
    await asyncio.gather(a.play_moves(1), b.play_moves(1))
    for each in (a, b):
        while each.view["phase"] != "play":
            await each.receive()
    return a if a.is_my_turn else b


def test_a_vacation_that_begins_a_moment_before_the_flag_holds_it_up_in_both_processes(
    server: Server, second_server: Server
) -> None:
    async def play() -> None:
        (one, ann), (other, bob) = account(server), account(second_server)
        async with connect_two_players(one, other, clock="relaxed") as (a, b):
            leads = await play_to_a_card(a, b)
            assert leads.you is not None
            name = ann if leads is a else bob
            begins_at = now() + 3_000
            query(
                server.environment,
                "INSERT INTO game_vacation (player_id, begins_at, ends_at) VALUES (%s, %s, %s)",
                player_id(server, name), begins_at, begins_at + 2 * DAY,
            )  # fmt: skip
            assert set_deadline(server.environment, a.game, begins_at + 1)
            await asyncio.gather(*(hears_of(each, leads.you, is_away=True) for each in (a, b)))
            while (row := load_game(server.environment, a.game))["deadline"] == begins_at + 1:
                assert row["finished_at"] is None
                await asyncio.sleep(0.05)
            assert row["deadline"] == pytest.approx(begins_at + 2 * DAY, abs=1_000)
            assert row["finished_at"] is None
            assert (await leads.make_move(leads.choose_move()))["t"] == "ack", "one may play all the same"

    async def in_time() -> None:
        async with asyncio.timeout(PATIENCE):
            await play()

    asyncio.run(in_time())
