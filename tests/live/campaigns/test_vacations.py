"""A vacation begins and ends on the page, and both players get notice of it."""

import asyncio
import re

import pytest

from bench.chaos.database import load_game, query
from cribbage_site.tests.server_process import Server
from game.table.clocks.time_control import DAY
from tests.live.test_vacations import account, hears_of, play_to_a_card, player_id
from tests.worlds.scripted_player import connect_two_players

pytestmark = pytest.mark.rows


def vacation_of(server: Server, player: int) -> int:
    (found,) = query(server.environment, "SELECT id FROM game_vacation WHERE player_id = %s", player)
    return int(found["id"])


def test_it_begins_and_ends_on_the_page_and_both_players_are_notified(
    server: Server, second_server: Server
) -> None:
    async def play() -> None:
        (one, ann), (other, bob) = account(server), account(second_server)
        async with connect_two_players(one, other, clock="relaxed") as (a, b):
            leads = await play_to_a_card(a, b)
            assert leads.you is not None
            visitor, name = (one, ann) if leads is a else (other, bob)
            before = load_game(server.environment, a.game)["deadline"]
            _, page = visitor.submit("/accounts/", about="vacation", days="3", begins="")
            assert "You’re on vacation until" in page
            await asyncio.gather(*(hears_of(each, leads.you, is_away=True) for each in (a, b)))
            assert load_game(server.environment, a.game)["deadline"] == before + 3 * DAY
            number = vacation_of(server, player_id(server, name))
            _, page = visitor.submit("/accounts/", about="vacation", ends=str(number))
            assert re.search(r"13 days left in \d{4}", page)
            await asyncio.gather(*(hears_of(each, leads.you, is_away=False) for each in (a, b)))
            after = load_game(server.environment, a.game)["deadline"]
            assert before <= after < before + 60_000

    async def in_time() -> None:
        async with asyncio.timeout(60):
            await play()

    asyncio.run(in_time())
