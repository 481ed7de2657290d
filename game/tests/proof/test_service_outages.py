"""Redis and PostgreSQL stop and start again, and hints are lost: play goes on, and nothing else is."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from random import Random
from statistics import median
from time import time

import pytest

from bench.chaos.client import Choice, Sitter, some_move
from bench.chaos.database import set_deadline, transcript
from bench.chaos.processes import Backing
from cribbage_site.tests.repetitions import IN_FULL, times
from cribbage_site.tests.server_process import Server
from game.tests.live.scripted_player import Frame, Person, Visitor, two_people
from game.tests.proof.game_runner import Campaign
from game.tests.proof.services import Losing, backings

Trouble = Callable[[Campaign], Awaitable[None]]

A_FEW_SECONDS = 10.0
TWO_MINUTES = 120_000
KINDS: list[Frame] = [{}, {"counting": "manual"}, {"counting": "muggins"}, {"clock": "quick"}]
WANTED = [{**kind, "target": 121 if IN_FULL else 61} for kind in KINDS]
MANY = WANTED * (2 if IN_FULL else 1)


class Site:
    """Two processes on a PostgreSQL and a Redis of their own."""

    def __init__(self, postgresql: Backing, redis: Backing, processes: list[Server]) -> None:
        self.postgresql, self.redis, self.processes = postgresql, redis, processes

    @property
    def environment(self) -> dict[str, str]:
        return self.processes[0].environment

    def play(
        self, wanted: list[Frame], whim: Random, trouble: Trouble, choose: Choice = some_move
    ) -> Campaign:
        """Games through it all: the host at one process, the guest at the other, a watcher at the first."""
        doors = [[self.processes[n % 2].ws_url] for n in range(3)]

        async def play() -> Campaign:
            campaign = Campaign(self.processes[0].url, doors, whim, choose)
            await campaign.play(wanted, trouble)
            return campaign

        campaign = asyncio.run(play())
        campaign.holds(self.environment)
        return campaign


@pytest.fixture(scope="module")
def services() -> Iterator[tuple[Backing, Backing]]:
    with backings() as both:
        yield both


@pytest.fixture(scope="module")
def environment(services: tuple[Backing, Backing]) -> dict[str, str]:
    postgresql, redis = services
    return {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url}


@pytest.fixture(scope="module")
def pair_of_processes(environment: dict[str, str]) -> Iterator[list[Server]]:
    with Server(environment) as one, Server(environment, new=False) as other:
        yield [one, other]


@pytest.fixture
def site(services: tuple[Backing, Backing], pair_of_processes: list[Server]) -> Site:
    return Site(*services, pair_of_processes)


@pytest.fixture
def losing_site(services: tuple[Backing, Backing], site: Site) -> Iterator[Site]:
    with ExitStack() as stack:
        processes = [stack.enter_context(Losing(site.environment, new=False)) for _ in range(2)]
        yield Site(*services, processes)


def lateness(sitters: list[Sitter]) -> list[float]:
    """By how much the last to see each ply saw it later than the first."""
    seen = [sitter.seen for sitter in sitters]
    plies = set.intersection(*map(set, seen))
    return [max(times) - min(times) for times in ([at[ply] for at in seen] for ply in plies)]


async def no_trouble(campaign: Campaign) -> None:
    """Nothing happens."""


def until_deal(last: int) -> Choice:
    """Any move, but who leads in the play of this deal gives up."""

    def choose(view: Frame, whim: Random) -> Frame:
        gives_up = view["deal"] >= last and view["phase"] == "play"
        return {"kind": "resign"} if gives_up else some_move(view, whim)

    return choose


def test_redis_stops_and_starts_and_play_goes_on(site: Site, whim: Random) -> None:
    async def trouble(campaign: Campaign) -> None:
        for _ in range(times(10)):
            await campaign.moves(whim.randrange(40, 80))
            await asyncio.to_thread(site.redis.stop, signal.SIGKILL)
            await campaign.moves(whim.randrange(4, 12))
            await asyncio.to_thread(site.redis.start)
            await campaign.moves(whim.randrange(40, 80))
            site.redis.freeze()
            await campaign.moves(whim.randrange(4, 12))
            site.redis.thaw()

    campaign = site.play(MANY, whim, trouble)
    assert not campaign.refused
    assert max(by for sitters in campaign.tables for by in lateness(sitters)) < A_FEW_SECONDS
    after = site.play([{"target": 61}], whim, no_trouble)
    assert median(lateness(after.tables[0])) < 0.5, "hints are heard again"


def test_three_in_ten_hints_are_lost_and_play_goes_on(losing_site: Site, whim: Random) -> None:
    choose = some_move if IN_FULL else until_deal(1)
    campaign = losing_site.play(WANTED * times(40, one_in=20), whim, no_trouble, choose)
    assert not campaign.refused
    late = [by for sitters in campaign.tables for by in lateness(sitters)]
    assert max(late) < A_FEW_SECONDS
    assert any(by > 0.5 for by in late), "hints were lost"


def test_postgresql_restarts_and_every_acknowledged_move_stands_once(site: Site, whim: Random) -> None:
    async def trouble(campaign: Campaign) -> None:
        for _ in range(times(20)):
            await campaign.moves(whim.randrange(40, 100))
            async with campaign.calm:
                await asyncio.to_thread(site.postgresql.stop, signal.SIGQUIT)
                await asyncio.sleep(whim.random())
                await asyncio.to_thread(site.postgresql.start)

    bots = [{"against": bot} for bot in ("novice", "intermediate")]
    campaign = site.play([*MANY, *bots], whim, trouble)
    assert campaign.refused <= {"try_again"}
    assert campaign.ends == {"played"}


# Three flags would fall while the database is gone, and none before. A process asks for it again after 1, 3
# and 7 seconds: the last time it has been back for two, and another process may have found it by then.
SOON, OUTAGE = 4.0, 5.0


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
                    await never.hear()
            return [transcript(site.environment, at.game) for at in (meanwhile, afterwards, never)]

    *moved, flagged = [line.split()[-1] for line in asyncio.run(campaign())]
    assert flagged.startswith("a-flag")
    for word in moved:
        said, _, charged = word.partition("/")
        assert said[1:].isdigit(), "a throw"
        assert int(charged) < TWO_MINUTES, "the bank was down to a few seconds, and is not overdrawn"


async def at_turn(site: Site, stack: AsyncExitStack) -> Person:
    """Somebody who has to throw."""
    visitors = [Visitor(server.url) for server in site.processes]
    host, guest = await stack.enter_async_context(two_people(*visitors, clock="quick"))
    await guest.make(guest.move())
    return host


async def give_a_few_seconds(site: Site, person: Person) -> None:
    """This flag falls soon, and its player knows."""
    set_deadline(site.environment, person.game, int(time() * 1000 + SOON * 1000))
    await person.say(t="hello", since=-1)
    await person.hear_until("table")


async def insist(person: Person) -> None:
    """Make a move until it is taken; a refusal means that it could not be written."""
    while (answer := await person.make(person.move()))["t"] == "refused":
        assert answer["code"] == "try_again", answer
        await asyncio.sleep(0.2)
