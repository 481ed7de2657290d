"""Redis and PostgreSQL stop and start again, and hints are lost: play goes on, and nothing else is."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from random import Random
from statistics import median
from time import time

import pytest

from bench.chaos.client import ResilientClient
from bench.chaos.database import load_transcript, set_deadline
from bench.chaos.processes import RestartableService
from cribbage_site.tests.repetitions import FULL_PROOF, repetitions
from cribbage_site.tests.server_process import Server
from tests.live.scripted_player import Frame, ScriptedPlayer, Visitor, connect_two_players
from tests.proof.game_runner import GameRunner
from tests.proof.services import HintLosingServer, restartable_services

Trouble = Callable[[GameRunner], Awaitable[None]]

A_FEW_SECONDS = 10.0
TWO_MINUTES = 120_000
KINDS: list[Frame] = [{}, {"counting": "manual"}, {"counting": "muggins"}, {"clock": "quick"}]
WANTED = [{**kind, "target": 121 if FULL_PROOF else 61} for kind in KINDS]
# No more than a machine keeps up with: who hears of a claim later than in ten seconds can no longer call.
SIDE_BY_SIDE = WANTED * 5
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


@pytest.fixture
def losing_site(services: tuple[RestartableService, RestartableService], site: Site) -> Iterator[Site]:
    with ExitStack() as stack:
        processes = [stack.enter_context(HintLosingServer(site.environment, new=False)) for _ in range(2)]
        yield Site(*services, processes)


def lateness(sitters: list[ResilientClient]) -> list[float]:
    """By how much the last to see each ply saw it later than the first."""
    seen = [sitter.ply_seen_at for sitter in sitters]
    plies = set.intersection(*map(set, seen))
    return [max(times) - min(times) for times in ([at[ply] for at in seen] for ply in plies)]


async def no_trouble(campaign: GameRunner) -> None:
    """Nothing happens."""


def until_begun(games: int) -> Trouble:
    """Nothing happens, and game follows game at every table until there were so many in all."""

    async def wait(campaign: GameRunner) -> None:
        while len(campaign.tables) < games:
            await campaign.wait_for_moves(1)

    return wait


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


@pytest.mark.in_full
def test_three_in_ten_hints_are_lost_and_play_goes_on(losing_site: Site, randomness: Random) -> None:
    late: list[float] = []
    for _ in range(5):  # by chance a short game may lose no hint that another does not make up for
        campaign = losing_site.play(SIDE_BY_SIDE, randomness, until_begun(160))
        late += [by for sitters in campaign.tables for by in lateness(sitters)]
        assert max(late) < A_FEW_SECONDS
        assert not campaign.refused
        if any(by > 0.5 for by in late):
            return
    pytest.fail("no hint was lost")


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


# Three flags would fall while the database is gone, and none before. A process asks for it again after 1, 3
# and 7 seconds: the last time it has been back for two, and another process may have found it by then.
SOON, OUTAGE = 4.0, 5.0


@pytest.mark.in_full
def test_no_flag_falls_because_postgresql_was_gone(site: Site) -> None:
    """Who moves while it is gone, or once it is back, is in time; who never moves loses."""

    async def campaign() -> list[str]:
        async with AsyncExitStack() as stack:
            people = [await at_turn(site, stack) for _ in range(3)]
            for person in people:
                await give_a_few_seconds(site, person)
            meanwhile, afterwards, never = people
            await asyncio.to_thread(site.postgresql.stop, signal.SIGQUIT)
            insisting = asyncio.create_task(insist(meanwhile))
            await asyncio.sleep(OUTAGE)
            await asyncio.to_thread(site.postgresql.start)
            await insist(afterwards)
            await insisting
            async with asyncio.timeout(60):
                while never.view["phase"] != "over":
                    await never.receive()
            return [load_transcript(site.environment, at.game) for at in (meanwhile, afterwards, never)]

    *moved, flagged = [line.split()[-1] for line in asyncio.run(campaign())]
    assert flagged.startswith("a-flag")
    for word in moved:
        said, _, charged = word.partition("/")
        assert said[1:].isdigit(), "a throw"
        assert int(charged) < TWO_MINUTES, "the bank was down to a few seconds, and is not overdrawn"


async def at_turn(site: Site, stack: AsyncExitStack) -> ScriptedPlayer:
    """Somebody who has to throw."""
    visitors = [Visitor(server.url) for server in site.processes]
    host, guest = await stack.enter_async_context(connect_two_players(*visitors, clock="quick"))
    await guest.make_move(guest.choose_move())
    return host


async def give_a_few_seconds(site: Site, person: ScriptedPlayer) -> None:
    """This flag falls soon, and its player knows."""
    set_deadline(site.environment, person.game, int(time() * 1000 + SOON * 1000))
    await person.send(t="hello", since=-1)
    await person.receive_until("table")


async def insist(person: ScriptedPlayer) -> None:
    """Make a move until it is taken; a refusal means that it could not be written."""
    while (answer := await person.make_move(person.choose_move()))["t"] == "refused":
        assert answer["code"] == "try_again", answer
        await asyncio.sleep(0.2)
