"""A round robin with a week for each round and a day for each move; one player comes on the sixth day."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from bench.events.crowd import Wanted
from conftest import server_on_this_database
from cribbage_site.tests.server_process import Server
from tests.worlds.crowd import World, score_replays, shown_scores
from tests.worlds.daily import MovedClock
from tests.worlds.evenings import check_record, fill, until
from tests.worlds.live_evening import open_game

pytestmark = pytest.mark.slow

PLAYERS, TABLES, ROUNDS = 4, 2, 3
LATE = 3  # the number of the player who comes late
WEEK, SIX_DAYS, A_MINUTE = timedelta(days=7), timedelta(days=6), timedelta(minutes=1)
STARTS_IN = timedelta(days=10)  # by the machine's clock: later than the time that the server has


@pytest.fixture
def clock(tmp_path: Path) -> MovedClock:
    return MovedClock(tmp_path)


@pytest.fixture
def site(clock: MovedClock) -> Iterator[Server]:
    with server_on_this_database(**{**clock.environment, "DAILY": "0"}) as site:
        yield site


def test_a_player_who_comes_on_the_sixth_day_of_a_weekly_round_plays_all_games(
    site: Server, clock: MovedClock
):
    wanted = Wanted(
        players=PLAYERS, games=9, starts_in=STARTS_IN.total_seconds(), kind="robin", clock="relaxed",
        round_days=7,
    )  # fmt: skip
    made = fill(site, wanted)
    page, replays = asyncio.run(Journey(World(site, made), clock).run())
    met = Counter(frozenset(player["name"] for player in replay["players"]) for replay in replays)
    assert met == Counter(map(frozenset, combinations(made["names"], 2)))
    assert {replay["result"]["ended"] for replay in replays} == {"played"}
    assert shown_scores(page) == score_replays(replays, {})
    assert page["ended"] < page["closes"]
    check_record(site)


class Journey:
    """Three rounds, of which the clock passes the first in two steps and each other one in one."""

    def __init__(self, world: World, clock: MovedClock) -> None:
        self.world, self.clock = world, clock
        self.is_late = asyncio.Event()

    async def run(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Play until all have met; return the event's page and the replays."""
        world = self.world
        await world.join_all()
        others = [world.play_tables(number) for number in range(PLAYERS) if number != LATE]
        await world.live_through([*others, self.come_late(), self.pass_weeks()])
        return await world.load_page(), await world.load_replays()

    async def come_late(self) -> None:
        game = await self.world.wait_for_table(LATE)
        await self.is_late.wait()
        await self.world.evening.play(game, self.world.cookies[LATE])
        await self.world.play_tables(LATE)

    async def pass_weeks(self) -> None:
        """Set the clock ahead once all that can be played has been played."""
        starts_at = datetime.fromtimestamp((await self.world.load_page())["starts"] / 1000, UTC)
        self.clock.move_to(starts_at + A_MINUTE)
        await self.until_played(TABLES - 1)
        unused = await self.open_quick_game()
        self.clock.move_to(starts_at + SIX_DAYS)
        await until(lambda: self.has_run_out(unused))
        self.is_late.set()
        for number in range(1, ROUNDS):
            await self.until_played(TABLES * number)
            self.clock.move_to(starts_at + WEEK * number + A_MINUTE)

    async def until_played(self, tables: int) -> None:
        """Wait until so many tables of the event, and no others, have ended."""
        ended = "SELECT 1 FROM events_pairing WHERE ending <> ''"
        assert len(await until(lambda: (rows := self.world.query(ended))[tables - 1 :] and rows)) == tables

    async def open_quick_game(self) -> str:
        """Open a game outside the event, which the server ends once it has seen the clock set ahead."""
        world = self.world
        return await open_game(world.server.port, *world.cookies[:2])

    def has_run_out(self, game: str) -> bool:
        return bool(
            self.world.query("SELECT 1 FROM game_game WHERE finished_at IS NOT NULL AND id = %s", game)
        )
