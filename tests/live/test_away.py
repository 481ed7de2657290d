"""A player who drops is shown as away; the other may claim the win, or wait."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from game.runtime.presence import RENEW_INTERVAL
from tests.worlds.scripted_player import ScriptedPlayer, Visitor, connect_player, connect_two_players

pytestmark = pytest.mark.slow


@asynccontextmanager
async def one_leaves(server: Server, **wanted: Any) -> AsyncIterator[tuple[ScriptedPlayer, Visitor]]:
    """A game where both must throw and one has closed the page: who stays, and who may come back."""
    one, other = Visitor(server.url), Visitor(server.url)
    async with connect_two_players(one, other, **{"clock": "quick", **wanted}) as (stays, leaves):
        await leaves.socket.close()
        yield stays, other


async def hear_here(person: ScriptedPlayer, seats: list[bool], within: float = PATIENCE) -> None:
    """Listen until the presence of both seats is reported."""
    async with asyncio.timeout(within):
        while person.presence["seats"] != seats:
            await person.receive()


async def claim(person: ScriptedPlayer) -> Any:
    answer = await person.request(t="claim_win")
    return answer.get("code", answer["t"])


@pytest.mark.rows
def test_a_player_who_closes_the_page_is_shown_as_away(server: Server) -> None:
    async def leave() -> None:
        async with one_leaves(server) as (person, _):
            await hear_here(person, [True, False])
            assert 55_000 < person.presence["claim_in_ms"] <= 60_000

    asyncio.run(leave())


def test_a_win_is_not_claimed_before_a_minute_is_over(server: Server) -> None:
    async def leave() -> None:
        async with one_leaves(server) as (person, _):
            await hear_here(person, [True, False])
            assert await claim(person) == "not_away"

    asyncio.run(leave())


@pytest.mark.rows
def test_a_win_is_claimed_when_patience_is_over(impatient_server: Server) -> None:
    async def leave() -> ScriptedPlayer:
        async with one_leaves(impatient_server) as (person, _):
            await hear_here(person, [True, False])
            await asyncio.sleep(person.presence["claim_in_ms"] / 1000 + 0.1)
            assert await claim(person) == "ack"
            return person

    person = asyncio.run(leave())
    assert (person.view["ended"], person.view["winner"], person.view["value"]) == ("left", 0, 1)


def test_a_claim_shows_the_last_deal(impatient_server: Server) -> None:
    async def leave() -> ScriptedPlayer:
        async with one_leaves(impatient_server) as (person, _):
            await hear_here(person, [True, False])
            await asyncio.sleep(person.presence["claim_in_ms"] / 1000 + 0.1)
            await claim(person)
            await asyncio.wait_for(person.wait_for_last_link(), PATIENCE)
            return person

    assert asyncio.run(leave()).view["open"] is not None


@pytest.mark.rows
def test_a_returning_player_is_present_before_leases_are_renewed(impatient_server: Server) -> None:
    async def leave_and_come_back() -> None:
        async with one_leaves(impatient_server) as (person, other):
            await hear_here(person, [True, False])
            async with connect_player(other, person.game) as back:
                await back.receive_until("table")
                assert len(back.view["hand"]) == 6
                await hear_here(person, [True, True], within=RENEW_INTERVAL - 1)
                await asyncio.sleep(1.2)  # nothing happens, for longer than the opponent's patience
                assert await claim(person) == "not_away"

    asyncio.run(leave_and_come_back())


@pytest.mark.rows
def test_a_player_who_closes_one_of_two_tabs_is_not_away(impatient_server: Server) -> None:
    async def close_a_tab() -> None:
        one, other = Visitor(impatient_server.url), Visitor(impatient_server.url)
        async with connect_two_players(one, other, clock="quick") as (a, b):
            async with connect_player(other, b.game) as tab:
                await tab.receive_until("table")
            with pytest.raises(TimeoutError):
                await hear_here(a, [True, False], within=1)

    asyncio.run(close_a_tab())


def test_a_relaxed_game_waits_for_an_absent_player(impatient_server: Server) -> None:
    async def leave() -> None:
        async with one_leaves(impatient_server, clock="relaxed") as (person, _):
            await hear_here(person, [True, False])
            assert person.presence["claim_in_ms"] is None
            await asyncio.sleep(1.2)  # nothing happens, for longer than in other games
            assert await claim(person) == "not_away"

    asyncio.run(leave())


def test_a_player_at_turn_has_no_absence_to_wait_for(impatient_server: Server) -> None:
    async def leave() -> None:
        async with one_leaves(impatient_server) as (person, other):
            async with connect_player(other, person.game) as back:
                await back.wait_for_turn()
                await back.make_move(back.choose_move())
            async with asyncio.timeout(PATIENCE):
                while person.view["turn"] != [
                    0
                ]:  # on a busy machine the first absence may be reported before
                    await person.receive()
            await hear_here(person, [True, False])
            assert person.presence["claim_in_ms"] is None

    asyncio.run(leave())


def test_a_watcher_sees_who_is_away_and_may_claim_nothing(impatient_server: Server) -> None:
    async def watch() -> None:
        async with (
            one_leaves(impatient_server) as (person, _),
            connect_player(Visitor(impatient_server.url), person.game) as watcher,
        ):
            await watcher.receive_until("table")
            await hear_here(watcher, [True, False])
            assert watcher.presence["claim_in_ms"] is None
            assert await claim(watcher) == "watching"

    asyncio.run(watch())


if os.environ.get("REDIS_URL"):

    @pytest.mark.rows
    def test_a_player_who_moves_from_one_process_to_another_is_present(
        server: Server, impatient_server: Server
    ) -> None:
        async def leave_and_come_back() -> None:
            one, other = Visitor(impatient_server.url), Visitor(server.url)
            async with connect_two_players(one, other, clock="standard") as (stays, leaves):
                await stays.wait_for_cards()
                await leaves.socket.close()
                await hear_here(stays, [True, False], within=PATIENCE)
                async with connect_player(other, stays.game):
                    await hear_here(stays, [True, True], within=PATIENCE)

        asyncio.run(leave_and_come_back())
