"""Redis and PostgreSQL stop and start again, and hints are lost: play goes on, and nothing else is."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from statistics import median

import pytest

from bench.chaos.client import ResilientClient
from bench.chaos.processes import RestartableService
from cribbage_site.tests.repetitions import FULL_PROOF, repetitions
from cribbage_site.tests.server_process import Server
from tests.proof.game_runner import GameRunner
from tests.proof.services import restartable_services
from tests.worlds.scripted_player import Frame

pytestmark = pytest.mark.slow

Trouble = Callable[[GameRunner], Awaitable[None]]

A_FEW_SECONDS = 10.0
KINDS: list[Frame] = [{}, {"counting": "manual"}, {"counting": "muggins"}, {"clock": "quick"}]
WANTED = [{**kind, "target": 121 if FULL_PROOF else 61} for kind in KINDS]
MANY = WANTED * (2 if FULL_PROOF else 1)


class Site:
    """Two processes on a PostgreSQL and a Redis of their own."""

    def __init__(
        self, postgresql: RestartableService, redis: RestartableService, processes: list[Server]
    ) -> None:
        self.postgresql, self.redis, self.processes = postgresql, redis, processes

    @property
    def environment(self) -> dict[str, str]:
        return self.processes[0].environment

    def play(self, wanted: list[Frame], randomness: Random, trouble: Trouble) -> GameRunner:
        """Games through it all: the host at one process, the guest at the other, a watcher at the first."""
        addresses = [[self.processes[n % 2].ws_url] for n in range(3)]

        async def play() -> GameRunner:
            campaign = GameRunner(self.processes[0].url, addresses, randomness)
            await campaign.play(wanted, trouble)
            return campaign

        campaign = asyncio.run(play())
        campaign.check_games(self.environment)
        return campaign


@pytest.fixture(scope="module")
def services() -> Iterator[tuple[RestartableService, RestartableService]]:
    with restartable_services() as both:
        yield both


@pytest.fixture(scope="module")
def environment(services: tuple[RestartableService, RestartableService]) -> dict[str, str]:
    postgresql, redis = services
    return {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url}


@pytest.fixture(scope="module")
def pair_of_processes(environment: dict[str, str]) -> Iterator[list[Server]]:
    with Server(environment) as one, Server(environment, new=False) as other:
        yield [one, other]


@pytest.fixture
def site(services: tuple[RestartableService, RestartableService], pair_of_processes: list[Server]) -> Site:
    return Site(*services, pair_of_processes)


def lateness(sitters: list[ResilientClient]) -> list[float]:
    """By how much the last to see each ply saw it later than the first."""
    seen = [sitter.ply_seen_at for sitter in sitters]
    plies = set.intersection(*map(set, seen))
    return [max(times) - min(times) for times in ([at[ply] for at in seen] for ply in plies)]


async def no_trouble(campaign: GameRunner) -> None:
    """Nothing happens."""


def test_redis_stops_and_starts_and_play_goes_on(site: Site, randomness: Random) -> None:
    async def trouble(campaign: GameRunner) -> None:
        for _ in range(repetitions(10)):
            await campaign.wait_for_moves(randomness.randrange(40, 80))
            await asyncio.to_thread(site.redis.stop, signal.SIGKILL)
            await campaign.wait_for_moves(randomness.randrange(4, 12))
            await asyncio.to_thread(site.redis.start)
            await campaign.wait_for_moves(randomness.randrange(40, 80))
            site.redis.freeze()
            await campaign.wait_for_moves(randomness.randrange(4, 12))
            site.redis.thaw()

    campaign = site.play(MANY, randomness, trouble)
    assert not campaign.refused
    assert max(by for sitters in campaign.tables for by in lateness(sitters)) < A_FEW_SECONDS
    after = site.play([{"target": 61}], randomness, no_trouble)
    assert median(lateness(after.tables[0])) < 0.5, "hints are heard again"


def test_postgresql_restarts_and_every_acknowledged_move_stands_once(site: Site, randomness: Random) -> None:
    async def trouble(campaign: GameRunner) -> None:
        for _ in range(repetitions(20)):
            await campaign.wait_for_moves(randomness.randrange(40, 100))
            async with campaign.new_game_lock:
                await asyncio.to_thread(site.postgresql.stop, signal.SIGQUIT)
                await asyncio.sleep(randomness.random())
                await asyncio.to_thread(site.postgresql.start)

    bots = [{"against": bot} for bot in ("novice", "intermediate")]
    campaign = site.play([*MANY, *bots], randomness, trouble)
    # Stale is what comes after the clock has passed for a seat; each is held against the record.
    assert campaign.refused <= {"try_again", "stale"}
    assert campaign.ends == {"played"}
