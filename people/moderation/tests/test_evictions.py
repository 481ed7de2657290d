"""Sockets of signed-out, banned and deleted players close. A lost message only delays that."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from common.database.thread import on_the_database_thread
from cribbage_site.tests.patience import PATIENCE
from game.accounts.sessions import session_digest
from game.consumers.base import BaseConsumer, open_consumers
from game.consumers.evictions import evict_all_unwelcome, handle_player_gone, handle_signed_out
from game.models import Player
from game.runtime import scheduler
from people.moderation import rulings
from tests.worlds.people import REASON, in_days
from tests.worlds.transport import FakeTransport, open_consumer, wait_until_settled

pytestmark = pytest.mark.django_db(transaction=True)


def logged_in(player: Player) -> str:
    """Return the key of a new session of a player."""
    client = Client()
    client.force_login(player)
    key = client.session.session_key
    assert key is not None
    return key


def with_sockets(*keys: str | None, do: Callable[[], Coroutine[Any, Any, None]]) -> list[FakeTransport]:
    """Open a socket with each of these sessions, run `do`, and return the frames of each socket."""

    async def live() -> list[FakeTransport]:
        wires = [FakeTransport() for _ in keys]
        async with AsyncExitStack() as open_:
            for wire, key in zip(wires, keys, strict=True):
                await open_.enter_async_context(open_consumer(BaseConsumer({}, wire.send), wire, key))
            async with asyncio.timeout(PATIENCE):
                while any(socket.player is None for socket in open_consumers if socket.session_key):
                    await asyncio.sleep(0.005)
            await do()
            await wait_until_settled()
            return wires

    return asyncio.run(live())


def closed(wires: list[FakeTransport]) -> list[tuple[int | None, str | None]]:
    """Return the close code and reason of each socket."""
    return [(wire.close_code, wire.frames[-1]["code"] if wire.frames else None) for wire in wires]


OPEN = (None, None)
SIGNED_OUT = (4401, "signed_out")
BANNED = (4403, "banned")


def then(work: Callable[[], Any], look: Callable[[], Coroutine[Any, Any, None]]) -> Any:
    """Run work on the database, then a check."""

    async def do() -> None:
        await on_the_database_thread(work)()
        await look()

    return do


def hint(hear: Callable[[Any], None], what: Any) -> Any:
    async def told() -> None:
        hear(what)
        await asyncio.gather(*scheduler._background_tasks)

    return told


class TestSignedOut:
    def test_a_session_that_ends_takes_its_own_sockets_along_and_no_others(self, ann: Player, bob: Player):
        here, elsewhere, bobs = logged_in(ann), logged_in(ann), logged_in(bob)
        end = then(lambda: SessionStore(here).delete(), hint(handle_signed_out, session_digest(here)))
        wires = with_sockets(here, here, elsewhere, bobs, None, do=end)
        assert closed(wires) == [SIGNED_OUT, SIGNED_OUT, OPEN, OPEN, OPEN]
        assert wires[0].frames[-1]["back_in_ms"] > 0

    def test_message_without_a_change_closes_nothing(self, ann: Player):
        here = logged_in(ann)
        assert closed(with_sockets(here, do=hint(handle_signed_out, session_digest(here)))) == [OPEN]

    @pytest.mark.rows
    def test_sweep_closes_sockets_after_a_lost_message(self, ann: Player, bob: Player):
        here, bobs = logged_in(ann), logged_in(bob)
        end = then(lambda: SessionStore(here).delete(), evict_all_unwelcome)
        assert closed(with_sockets(here, bobs, None, do=end)) == [SIGNED_OUT, OPEN, OPEN]

    @pytest.mark.rows
    def test_expired_session_closes_its_sockets(self, ann: Player):
        here = logged_in(ann)
        run_out = then(lambda: Session.objects.update(expire_date=in_days(-1)), evict_all_unwelcome)
        assert closed(with_sockets(here, do=run_out)) == [SIGNED_OUT]

    def test_password_change_closes_sockets_of_older_sessions(self, ann: Player):
        def change() -> None:
            ann.set_password("a pair is eight")
            ann.save()

        assert closed(with_sockets(logged_in(ann), do=then(change, evict_all_unwelcome))) == [SIGNED_OUT]

    def test_deleted_accounts_sockets_close(self, ann: Player, bob: Player):
        gone = then(
            lambda: Player.objects.filter(pk=ann.pk).update(is_active=False), hint(handle_player_gone, ann.pk)
        )
        assert closed(with_sockets(logged_in(ann), logged_in(bob), do=gone)) == [SIGNED_OUT, OPEN]


class TestBanned:
    def test_all_sockets_of_the_banned_close_with_the_reason(self, ann: Player, bob: Player, host: Player):
        ban = then(lambda: rulings.ban(by=host, player=ann, reason=REASON), hint(handle_player_gone, ann.pk))
        wires = with_sockets(logged_in(ann), logged_in(ann), logged_in(bob), do=ban)
        assert closed(wires) == [BANNED, BANNED, OPEN]
        bye = wires[0].frames[-1]
        assert (bye["back_in_ms"], bye["says"]) == (None, f"You’re banned for good: {REASON}")

    @pytest.mark.rows
    def test_sweep_closes_sockets_after_a_lost_message(self, ann: Player, host: Player):
        ban = then(lambda: rulings.ban(by=host, player=ann, reason=REASON), evict_all_unwelcome)
        assert closed(with_sockets(logged_in(ann), do=ban)) == [BANNED]

    def test_no_socket_opens_to_the_banned(self, ann: Player, host: Player, later: Callable[..., None]):
        async def nothing() -> None:
            pass

        rulings.ban(by=host, player=ann, reason=REASON, until=in_days(1))
        here = logged_in(ann)
        assert closed(with_sockets(here, do=nothing)) == [BANNED]
        later(days=1)
        assert closed(with_sockets(here, do=nothing)) == [OPEN]


@pytest.mark.slow
@pytest.mark.rows
def test_sweep_needs_two_queries_for_any_number_of_sockets(ann: Player, bob: Player):
    keys = [logged_in(player) for player in (ann, bob) for _ in range(5)]
    asked: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *how: Any) -> Any:
        # Occasionally a connection is pinged with a query; ignore it.
        asked.extend([sql] if sql.startswith("SELECT") and 'FROM "' in sql else [])
        return execute(sql, *how)

    async def look() -> None:
        await on_the_database_thread(lambda: connection.execute_wrappers.append(note))()
        await evict_all_unwelcome()
        await on_the_database_thread(lambda: connection.execute_wrappers.remove(note))()

    with_sockets(*keys, do=look)
    assert len(asked) == 2, asked
