"""Evenings over real sockets: players leave, stay away or are banned, and the pairing process is killed."""

import asyncio
from functools import partial

import pytest

from bench.events.crowd import Wanted
from cribbage_site.tests.server_process import Server
from tests.worlds.crowd import World, score_replays, shown_scores
from tests.worlds.evenings import check_record, fill, until

pytestmark = pytest.mark.slow

PLAYERS, GAMES = 14, 3  # more than twelve are paired by a worker process


def test_a_night_of_fourteen_with_leavers_no_shows_a_ban_and_a_killed_pairing_process(own_server: Server):
    own_server.environment["CHORES"] = "own"  # serves, and pairs nothing
    own_server.restart()
    world = World(own_server, fill(own_server, Wanted(players=PLAYERS, games=GAMES, starts_in=600)))
    *steady, absent_once, absent_twice, banned, one_leaver, other_leaver = range(PLAYERS)
    leavers = one_leaver, other_leaver

    async def miss_one_and_return() -> None:
        await world.miss_table(absent_once)
        await world.call(absent_once, "resume")
        await world.play_tables(absent_once)

    async def miss_two() -> None:
        await world.miss_table(absent_twice)
        await world.call(absent_twice, "resume")
        await world.miss_table(absent_twice)

    async def be_banned() -> None:
        await world.play_tables(banned, 1)
        await asyncio.to_thread(world.ban, banned)

    async def kill_the_pairing_process(pairs: Server) -> None:
        await until(partial(world.has_ended, 5))
        await asyncio.to_thread(pairs.kill)
        await asyncio.to_thread(pairs.start)

    def end_joining() -> None:
        """Move half time to the past, so that the event ends once no two players can be paired."""
        half_lies_before_the_close = "UPDATE events_event SET minutes = 2000, version = version + 1"
        world.query(half_lies_before_the_close)

    async def live() -> None:
        await world.keep_apart(absent_once, absent_twice, banned, *leavers)
        await world.join_all()
        with Server({**own_server.environment, "CHORES": "all"}, new=False) as pairs:
            world.start_now()
            await until(lambda: world.query("SELECT 1 FROM events_round"))
            end_joining()
            await world.live_through(
                [
                    *(world.play_tables(number) for number in steady),
                    miss_one_and_return(),
                    miss_two(),
                    be_banned(),
                    *(world.play_and_leave(number, tables) for tables, number in enumerate(leavers, 1)),
                    kill_the_pairing_process(pairs),
                ]
            )
            page = await world.load_page()
            assert shown_scores(page) == score_replays(await world.load_replays(), world.absent_seats())
            lines = {line["name"]: line for line in page["standings"]}
            assert lines[world.names[banned]]["banned"]
            assert all(lines[world.names[number]]["left"] for number in (absent_twice, *leavers))

    asyncio.run(live())
    check_record(own_server)
