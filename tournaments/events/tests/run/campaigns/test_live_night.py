"""A night continues when the process that pairs is killed, and when Redis is gone."""

import asyncio
from contextlib import suppress

from redis import ConnectionError, Redis

from bench.chaos.database import query
from bench.events.crowd import Wanted
from bench.services import redis
from cribbage_site.tests.server_process import Server
from tests.worlds.evenings import check_record, fill, until
from tests.worlds.live_evening import play_evening
from tournaments.events.tests.run.test_live_night import check_all_adds_up, close

FIRST_GAME_ENDED = "SELECT 1 FROM events_pairing WHERE ending <> ''"


def test_process_killed_during_pairing_changes_nothing(own_server: Server):
    """One process only serves. The process that pairs is killed again and again."""
    own_server.environment["CHORES"] = "own"
    own_server.restart()
    made = fill(own_server, Wanted(players=8, games=5, starts_in=1))
    kills = 0

    async def play_and_kill() -> None:
        nonlocal kills
        playing = asyncio.ensure_future(play_evening([own_server.port], made["event"], made["cookies"], 20))
        with Server({**own_server.environment, "CHORES": "all"}, new=False) as pairs:
            while not playing.done():
                await asyncio.sleep(0.7 + (kills * 0.37) % 1.9)
                if not playing.done():
                    await asyncio.to_thread(pairs.kill)
                    kills += 1
                    await asyncio.to_thread(pairs.start)
            await playing
            await asyncio.to_thread(close, own_server, made["event"])

    asyncio.run(play_and_kill())
    assert kills >= 3
    check_all_adds_up(own_server, made["event"], 8, 5)
    check_record(own_server)


def test_night_continues_without_redis(own_server: Server):
    """Two processes without Redis: each notices changes by polling, a little later."""
    with redis() as url:
        environment = {**own_server.environment, "REDIS_URL": url}
        own_server.environment["REDIS_URL"] = url
        own_server.restart()
        with Server(environment, new=False) as other:
            made = fill(own_server, Wanted(players=8, games=5, starts_in=1))

            async def play_and_lose_redis() -> None:
                ports = [own_server.port, other.port]
                playing = asyncio.ensure_future(play_evening(ports, made["event"], made["cookies"], 20))
                await until(lambda: query(own_server.environment, FIRST_GAME_ENDED))
                with suppress(ConnectionError):
                    await asyncio.to_thread(Redis.from_url(url).shutdown, nosave=True)
                await playing

            asyncio.run(play_and_lose_redis())
            close(own_server, made["event"])
            check_all_adds_up(own_server, made["event"], 8, 5)
            check_record(own_server)
