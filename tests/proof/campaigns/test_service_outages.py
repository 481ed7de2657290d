"""Hints are lost and PostgreSQL stops: play continues, and no flag falls because of it."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from random import Random
from time import time

import pytest

from bench.chaos.database import load_transcript, set_deadline
from bench.chaos.processes import RestartableService
from tests.proof.game_runner import GameRunner
from tests.proof.services import HintLosingServer
from tests.proof.test_service_outages import (
    A_FEW_SECONDS,
    WANTED,
    Site,
    Trouble,
    environment,
    lateness,
    pair_of_processes,
    services,
    site,
)
from tests.worlds.scripted_player import ScriptedPlayer, Visitor, connect_two_players

TWO_MINUTES = 120_000


# Limited by the machine: a player who sees a claim more than ten seconds late can no longer call.
SIDE_BY_SIDE = WANTED * 5


@pytest.fixture
def losing_site(services: tuple[RestartableService, RestartableService], site: Site) -> Iterator[Site]:
    with ExitStack() as stack:
        processes = [stack.enter_context(HintLosingServer(site.environment, new=False)) for _ in range(2)]
        yield Site(*services, processes)


def until_begun(games: int) -> Trouble:
    """Nothing happens, and game follows game at every table until there were so many in all."""

    async def wait(campaign: GameRunner) -> None:
        while len(campaign.tables) < games:
            await campaign.wait_for_moves(1)

    return wait


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


# Three flags would fall while the database is gone, and none before. A process asks for it again after 1, 3
# and 7 seconds: the last time it has been back for two, and another process may have found it by then.
SOON, OUTAGE = 4.0, 5.0


def test_no_flag_falls_because_postgresql_was_gone(site: Site) -> None:
    """A player who moves during or after the outage is in time. One who never moves loses."""

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
    """Return a player who has to discard."""
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
