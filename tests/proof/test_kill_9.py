"""Servers are killed in the middle of everything. Acknowledged moves persist once, and every game ends."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.server_process import Server
from tests.proof.game_runner import GameRunner
from tests.worlds.scripted_player import Frame

pytestmark = pytest.mark.rows

KINDS: list[Frame] = [
    *[{"counting": way} for way in ("auto", "auto", "auto", "auto", "manual", "muggins")],
    *[{"clock": clock} for clock in ("quick", "relaxed")],
    *[{"against": bot} for bot in ("novice", "intermediate")],
]
TWO_KINDS: list[Frame] = [{"counting": "muggins"}, {"clock": "quick"}]


@pytest.fixture(params=[2] if os.environ.get("REDIS_URL") else [1], ids="{} to die".format)
def mortals(own_server: Server, request: pytest.FixtureRequest) -> Iterator[list[Server]]:
    """The processes that are going to be killed; two are only joined where Redis is."""
    with ExitStack() as stack:
        others = (Server(own_server.environment, new=False) for _ in range(request.param - 1))
        yield [own_server, *map(stack.enter_context, others)]


@pytest.mark.parametrize(
    ("kinds", "kills"),
    [
        pytest.param(TWO_KINDS, 1, id="once"),
        pytest.param(KINDS, repetitions(50, one_in=25), id="often", marks=pytest.mark.slow),
    ],
)
def test_every_acknowledged_move_outlives_kill_9_and_every_game_ends(
    mortals: list[Server], kinds: list[Frame], kills: int, randomness: Random
) -> None:
    async def kill(campaign: GameRunner) -> None:
        for _ in range(kills):
            await campaign.wait_for_moves(randomness.randrange(1, 120))
            await asyncio.sleep(randomness.random() * 0.02)
            async with campaign.new_game_lock:
                victim = randomness.choice(mortals)
                victim.kill()
                await asyncio.to_thread(victim.start)

    async def play() -> GameRunner:
        addresses = [[server.ws_url for server in mortals]] * 2
        campaign = GameRunner(mortals[0].url, addresses, randomness)
        await campaign.play([{**kind, "target": 61} for kind in kinds], kill)
        return campaign

    campaign = asyncio.run(play())
    campaign.check_games(mortals[0].environment)
    assert campaign.ends == {"played"}
    assert not campaign.refused
    assert sum(sitter.connections_lost for sitter in campaign.clients) >= kills
    assert not [server.log for server in mortals if "Traceback" in server.log.read_text()]
