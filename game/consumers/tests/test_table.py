"""A table's socket: waiting for an opponent, joining, and presence that ends with the socket."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from common import clock
from common.database.thread import on_the_database_thread
from cribbage_site.tests.patience import PATIENCE
from game.accounts.guests import create_guest
from game.consumers import table
from game.consumers.table import TableConsumer, waiting_consumers
from game.engine.state import Rules
from game.models import Game, Seek
from game.runtime import scheduler
from game.runtime.presence import presence
from game.table.opening import open_game
from game.table.record.ledger import Ledger
from game.table.tables import SEATS, tables
from rng import entropy
from tests.worlds.tables import create_game
from tests.worlds.transport import FakeTransport, open_consumer, session_of, wait_until_settled


@pytest.fixture(autouse=True)
def own_ledger(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ledger", ledger)


def a_seek() -> Seek:
    return Seek.objects.create(
        id=entropy.game_id(),
        player=create_guest(),
        code=entropy.game_id(),
        target=121,
        counting="auto",
        clock="none",
        created_at=clock.now(),
        expires_at=clock.now() + timedelta(days=1),
    )


def met(seek: Seek) -> Game:
    """Follow the link of a seek as a new player."""
    game = open_game(seek.pk, (seek.player, create_guest()), Rules())
    seek.game = game
    seek.save()
    return game


def here(game_id: str) -> dict[str, int]:
    """Return how often each seat of a game is counted as present."""
    return {who: count for who, count in presence._here[SEATS].items() if who.startswith(game_id)}


async def until(met: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not met():
            await asyncio.sleep(0.005)


def kinds(wire: FakeTransport) -> list[str]:
    return [frame["t"] for frame in wire.frames]


def test_the_owner_of_a_seek_waits_at_its_table():
    seek = a_seek()

    async def wait() -> list[str]:
        wire, session = FakeTransport(), await on_the_database_thread(session_of)(seek.player)
        async with open_consumer(TableConsumer({"game_id": seek.pk}, wire.send), wire, session):
            await until(lambda: seek.pk in waiting_consumers)
            wire.push_frame('{"t": "hello"}')
            await until(lambda: wire.frames)
        return kinds(wire)

    assert asyncio.run(wait()) == ["waiting"]


def test_waiting_ends_with_the_socket():
    seek = a_seek()

    async def wait_and_go() -> None:
        wire, session = FakeTransport(), await on_the_database_thread(session_of)(seek.player)
        async with open_consumer(TableConsumer({"game_id": seek.pk}, wire.send), wire, session):
            await until(lambda: seek.pk in waiting_consumers)

    asyncio.run(wait_and_go())
    assert seek.pk not in waiting_consumers


class TestMet:
    """A player follows the link while the owner waits: the owner's page gets the table, once."""

    def told(self, seek: Seek, hints: int) -> tuple[list[str], dict[str, int], dict[str, int]]:
        async def wait() -> Any:
            wire, session = FakeTransport(), await on_the_database_thread(session_of)(seek.player)
            async with open_consumer(TableConsumer({"game_id": seek.pk}, wire.send), wire, session):
                await until(lambda: seek.pk in waiting_consumers)
                await on_the_database_thread(met)(seek)
                for _ in range(hints):
                    table.handle_seek(seek.pk)
                await until(lambda: "table" in kinds(wire))
                await wait_until_settled()
                while_here = here(seek.pk)
            return kinds(wire), while_here, here(seek.pk)

        return asyncio.run(wait())

    def test_the_table_is_sent_without_a_request(self):
        told, _, _ = self.told(a_seek(), hints=1)
        assert told == ["table"]

    def test_two_messages_at_once_seat_the_owner_once(self):
        # Regression: a player counted twice was never seen to be away after leaving.
        told, while_here, after = self.told(seek := a_seek(), hints=2)
        assert (told, while_here, after) == (["table"], {f"{seek.pk}:0": 1}, {})


def test_a_seek_matched_during_the_lookup_leads_to_its_own_table(monkeypatch: pytest.MonkeyPatch):
    # Regression: the owner was redirected to the table they were at.
    seek = a_seek()
    look = table.find_seek_status

    async def met_meanwhile(*args: Any) -> Any:
        await on_the_database_thread(met)(seek)
        return await look(*args)

    monkeypatch.setattr(table, "find_seek_status", met_meanwhile)

    async def come() -> tuple[list[str], dict[str, int]]:
        wire, session = FakeTransport(), await on_the_database_thread(session_of)(seek.player)
        async with open_consumer(TableConsumer({"game_id": seek.pk}, wire.send), wire, session):
            wire.push_frame('{"t": "hello"}')
            await until(lambda: wire.frames)
            return kinds(wire), here(seek.pk)

    assert asyncio.run(come()) == (["table"], {f"{seek.pk}:0": 1})


def test_a_socket_that_is_gone_before_its_table_is_found_is_not_counted_as_here():
    # Regression: the table was looked up in a separate task that outlived the socket.
    seek = a_seek()

    async def go_while_it_looks() -> None:
        wire, session = FakeTransport(), await on_the_database_thread(session_of)(seek.player)
        async with open_consumer(TableConsumer({"game_id": seek.pk}, wire.send), wire, session):
            await until(lambda: seek.pk in waiting_consumers)
            await on_the_database_thread(met)(seek)
            table.handle_seek(seek.pk)
            wire.disconnect()
        await asyncio.gather(*scheduler._background_tasks)

    asyncio.run(go_while_it_looks())
    assert here(seek.pk) == {}


def test_a_seat_with_two_tabs_is_here_until_both_are_closed():
    game = create_game(begun=False)

    async def come_and_go() -> list[dict[str, int]]:
        one, other = FakeTransport(), FakeTransport()
        session = await on_the_database_thread(session_of)(game.seat_a)
        async with open_consumer(TableConsumer({"game_id": game.pk}, one.send), one, session):
            await until(lambda: here(game.pk))
            async with open_consumer(TableConsumer({"game_id": game.pk}, other.send), other, session):
                await until(lambda: here(game.pk) == {f"{game.pk}:0": 2})
            seen = [here(game.pk)]
        return [*seen, here(game.pk)]

    assert asyncio.run(come_and_go()) == [{f"{game.pk}:0": 1}, {}]


def test_a_watcher_is_not_counted_as_here():
    game = create_game(begun=False)

    async def watch() -> tuple[list[str], dict[str, int]]:
        wire = FakeTransport()
        async with open_consumer(TableConsumer({"game_id": game.pk}, wire.send), wire):
            wire.push_frame('{"t": "hello"}')
            await until(lambda: wire.frames)
            return kinds(wire), here(game.pk)

    assert asyncio.run(watch()) == (["table"], {})


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"t": "commit", "c": "%s"}' % ("0" * 64), "watching"),
        ('{"t": "reveal", "secret": "%s"}' % ("0" * 64), "watching"),
        ('{"t": "claim_win"}', "watching"),
        ('{"t": "hint", "ply": 0}', "watching"),
        ('{"t": "move", "ply": 0, "move": {"kind": "resign"}}', "watching"),
        ('{"t": "say", "phrase": "luck"}', "hush"),
        ("{", "nonsense"),
    ],
)
def test_an_anonymous_visitor_can_only_watch(frame: str, code: str):
    game = create_game(begun=False)

    async def try_it() -> Any:
        wire = FakeTransport()
        async with open_consumer(TableConsumer({"game_id": game.pk}, wire.send), wire):
            wire.push_frame(frame)
            await until(lambda: wire.frames)
            return wire.frames

    (answer,) = asyncio.run(try_it())
    assert (answer["t"], answer["code"]) == ("refused", code)
