"""Servers die in the middle of everything; what was acknowledged stands, once, and every game ends."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from cribbage_site.tests.server import Server
from game.tests.proof.counts import times
from game.tests.proof.pairs import Pair, play
from game.tests.proof.rows import transcript
from game.tests.proof.sitter import Sitter
from game.tests.proof.truth import agree

pytestmark = pytest.mark.rows

WANTED = [
    *[{"counting": way} for way in ("auto", "auto", "auto", "auto", "manual", "muggins")],
    *[{"clock": clock} for clock in ("quick", "relaxed")],
    *[{"against": bot} for bot in ("novice", "intermediate")],
]


@pytest.fixture(params=[1, 2] if os.environ.get("REDIS_URL") else [1], ids="{} to die".format)
def mortals(own_server: Server, request: pytest.FixtureRequest) -> Iterator[list[Server]]:
    """The processes that are going to be killed; two are only joined where Redis is."""
    with ExitStack() as stack:
        others = (Server(own_server.environment, new=False) for _ in range(request.param - 1))
        yield [own_server, *map(stack.enter_context, others)]


class Campaign:
    """Tables that are played at, one game after the other, until the killing is over."""

    def __init__(self, servers: list[Server], whim: Random) -> None:
        self.servers, self.whim = servers, whim
        self.doors = [[server.ws_url for server in servers]] * 2
        self.calm = asyncio.Lock()
        self.acknowledged = asyncio.Semaphore(0)
        self.is_over = False
        self.games: list[list[Sitter]] = []

    async def kill(self, times: int) -> None:
        for _ in range(times):
            self.acknowledged = asyncio.Semaphore(0)
            for _ in range(self.whim.randrange(1, 120)):
                await self.acknowledged.acquire()
            await asyncio.sleep(self.whim.random() * 0.02)
            async with self.calm:
                victim = self.whim.choice(self.servers)
                victim.kill()
                await asyncio.to_thread(victim.start)
        self.is_over = True

    async def keep_playing(self, pair: Pair, **wanted: Any) -> None:
        """Game after game at one table; none is made while a server is down."""
        while not self.is_over:
            async with self.calm:
                game = await asyncio.to_thread(pair.new_game, **wanted)
            doors = self.doors[:1] if "against" in wanted else self.doors
            sitters = pair.sitters(game, doors, self.whim, pace=0.03, acknowledged=self.one_more)
            self.games.append(sitters)
            await play(sitters)

    def one_more(self) -> None:
        self.acknowledged.release()


def test_every_acknowledged_move_outlives_kill_9_and_every_game_ends(
    mortals: list[Server], whim: Random
) -> None:
    kills = times(50)
    pairs = [Pair(mortals[0].url) for _ in WANTED]

    async def campaign() -> Campaign:
        campaign = Campaign(mortals, whim)
        async with asyncio.TaskGroup() as group:
            for pair, game in zip(pairs, WANTED, strict=True):
                group.create_task(campaign.keep_playing(pair, **game, target=61))
            group.create_task(campaign.kill(kills))
        return campaign

    played = asyncio.run(campaign())
    for sitters in played.games:
        agree(transcript(mortals[0].environment, sitters[0].game), sitters)
        assert sitters[0].view["ended"] == "played"
        assert not [refused for sitter in sitters for refused in sitter.refused]
    everyone = [sitter for sitters in played.games for sitter in sitters]
    assert sum(sitter.lost for sitter in everyone) >= kills
    assert not [server.log for server in mortals if "Traceback" in server.log.read_text()]
