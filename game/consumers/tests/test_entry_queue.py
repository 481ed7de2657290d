"""A reconnect storm: clients are served one after the other, and in time.

Regression from a fault campaign on a busy machine: all requests went to the one database thread at once. No
client had a table within the ten seconds that a page waits, and all reconnected forever.
"""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from common.database.thread import on_the_database_thread
from game.consumers import entry_queue
from game.table import chat
from tests.worlds.in_process import InProcessClient, InProcessParty

CROWD = 5 * entry_queue.MAX_CONCURRENT_ENTRIES


class Newcomer(InProcessClient):
    """A client that only wants the table."""

    async def look(self) -> list[str]:
        """Say hello and read until a table or a goodbye arrives. Return the kinds of frames."""
        heard = []
        async with self.connect() as self.socket:
            await self.send_hello()
            while not heard or heard[-1] not in ("table", "bye"):
                await self.handle(await self.socket.recv())
                heard.append(self.received[-1].frame["t"])
        return heard

    async def move_if_due(self) -> None:
        """Leave the moves to others."""

    async def follow_deal_protocol(self) -> None:
        """Leave the deal protocol to others."""


async def crowd() -> list[Newcomer]:
    """Return this many clients at tables of their own."""
    room = await on_the_database_thread(InProcessParty)()
    games = [
        await on_the_database_thread(room.new_game)(target=61, counting="auto", clock="none")
        for _ in range(CROWD)
    ]
    return [Newcomer(game, room.sessions[0], [""], Random(1)) for game in games]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_first_of_a_crowd_gets_a_table_before_the_last_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[str] = []
    lines: Callable[..., Any] = chat.load_lines

    def noted(*about: Any) -> Any:
        order.append("asked")
        return lines(*about)

    async def look(newcomer: Newcomer) -> None:
        assert (await newcomer.look())[-1] == "table"
        order.append("told")

    async def come() -> None:
        await asyncio.gather(*map(look, await crowd()))

    monkeypatch.setattr(chat, "load_lines", noted)
    asyncio.run(come())
    assert order.count("told") == CROWD
    assert order.index("told") < CROWD / 2


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_client_that_waited_past_the_page_timeout_must_reconnect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_queue, "PAGE_TIMEOUT", -1.0)

    async def come() -> Newcomer:
        newcomer, *_ = await crowd()
        await newcomer.look()
        return newcomer

    farewell = asyncio.run(come()).received[-1].frame
    assert (farewell["t"], farewell["code"]) == ("bye", "restart")
    assert farewell["back_in_ms"] > 0


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_newcomers_do_not_wait_for_repeated_hellos(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded: list[str] = []
    lines: Callable[..., Any] = chat.load_lines

    def noted(game_id: str, *more: Any) -> Any:
        loaded.append(game_id)
        return lines(game_id, *more)

    async def come() -> tuple[str, int]:
        newcomer, *others = await crowd()
        async with AsyncExitStack() as stack:
            for one in (newcomer, *others):
                one.socket = await stack.enter_async_context(one.connect())
            for other in others:
                await other.send_hello()
            while len(loaded) < len(others):
                await asyncio.sleep(0.01)
            await newcomer.socket.send('{"t":"ping","ply":-1}')
            await newcomer.socket.recv()
            for one in (*others, newcomer):
                await one.send_hello()
            await newcomer.handle(await newcomer.socket.recv())
            assert newcomer.received[-1].frame["t"] == "table"
            return newcomer.game, loaded.index(newcomer.game) - len(others)

    monkeypatch.setattr(chat, "load_lines", noted)
    newcomer, before = asyncio.run(come())
    assert loaded.count(newcomer) == 1
    assert before <= entry_queue.MAX_CONCURRENT_ENTRIES + entry_queue.MAX_CONCURRENT_REPEATS
