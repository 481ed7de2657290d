"""Presence: leases that are renewed and expire."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bench.services import free_port
from game.runtime import presence as module
from game.runtime.presence import Presence
from game.runtime.pubsub import PubSub
from tests.worlds.redis_server import redis_on_port


class TestOneProcess:
    def test_a_player_with_a_socket_is_present(self):
        presence = Presence()
        presence.arrive("seats", "game1:0")
        assert presence.local("seats") == {"game1:0"}

    def test_closing_the_last_of_two_tabs_ends_presence(self):
        presence = Presence()
        for _ in range(2):
            presence.arrive("seats", "game1:0")
        presence.leave("seats", "game1:0")
        assert presence.local("seats") == {"game1:0"}
        presence.leave("seats", "game1:0")
        assert presence.local("seats") == set()

    def test_kinds_are_apart(self):
        presence = Presence()
        presence.arrive("seats", "game1:0")
        assert presence.local("lobby") == set()

    def test_without_redis_presence_is_that_of_this_process(self):
        presence = Presence()
        presence.arrive("seats", "game1:0")
        assert asyncio.run(presence.find_among("seats", ["game1:0", "game1:1"])) == {"game1:0"}
        assert asyncio.run(presence.find_all("seats")) == {"game1:0"}


@pytest.fixture(scope="module")
def a_redis() -> Iterator[str]:
    port = free_port()
    with redis_on_port(port):
        yield f"redis://127.0.0.1:{port}"


@pytest.fixture
def shared(a_redis: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """Start a Redis for two processes, with a new database for each test."""
    shared.number += 1  # type: ignore[attr-defined]
    settings.REDIS_URL = f"{a_redis}/{shared.number % 16}"  # type: ignore[attr-defined]
    monkeypatch.setattr(module, "pubsub", PubSub())
    return settings.REDIS_URL


shared.number = 0  # type: ignore[attr-defined]

SEAT = "game1:0"


@pytest.mark.usefixtures("shared")
class TestTwoProcesses:
    def seen(self, do: Callable[[Presence, Presence], Any]) -> list[bool]:
        """Return whether the second of two processes sees the seat, after each step."""

        async def see() -> list[bool]:
            here, there = Presence(), Presence()
            return [SEAT in (await there.find_among("seats", [SEAT]) or ()) async for _ in do(here, there)]

        return asyncio.run(see())

    def test_an_arrival_is_seen_by_the_other_process(self):
        async def arrive(here: Presence, there: Presence):
            here.arrive("seats", SEAT)
            await here.renew_leases()
            yield

        assert self.seen(arrive) == [True]

    def test_an_arrival_is_seen_before_the_next_renewal(self):
        async def arrive(here: Presence, there: Presence):
            here.arrive("seats", SEAT)
            await here._writing
            yield

        assert self.seen(arrive) == [True]

    def test_a_departure_is_seen_by_the_other_process(self):
        async def arrive_and_leave(here: Presence, there: Presence):
            here.arrive("seats", SEAT)
            await here.renew_leases()
            yield
            here.leave("seats", SEAT)
            await here.renew_leases()
            yield

        assert self.seen(arrive_and_leave) == [True, False]

    def test_an_immediate_departure_leaves_no_lease(self, monkeypatch: pytest.MonkeyPatch):
        class Late:
            """A connection that writes a lease a moment late."""

            def __init__(self, line: Any) -> None:
                self.line = line

            async def zadd(self, *lease: Any) -> None:
                await asyncio.sleep(0.05)
                await self.line.zadd(*lease)

            def __getattr__(self, name: str) -> Any:
                return getattr(self.line, name)

        async def come_and_go(here: Presence, there: Presence):
            late = Late(module.pubsub.connection())
            monkeypatch.setattr(module.pubsub, "connection", lambda: late)
            here.arrive("seats", SEAT)
            await asyncio.sleep(0)
            here.leave("seats", SEAT)
            await here.renew_leases()
            await here._writing
            yield

        assert self.seen(come_and_go) == [False]

    def test_a_player_still_at_another_process_is_present(self):
        async def move(here: Presence, there: Presence):
            for process in (here, there):
                process.arrive("seats", SEAT)
                await process.renew_leases()
            here.leave("seats", SEAT)
            await here.renew_leases()
            await there.renew_leases()
            yield

        assert self.seen(move) == [True]

    def test_a_lease_that_is_not_renewed_expires(self, later: Callable[..., None]):
        async def die(here: Presence, there: Presence):
            here.arrive("seats", SEAT)
            await here.renew_leases()
            later(seconds=14)
            yield
            later(seconds=2)
            yield

        assert self.seen(die) == [True, False]

    def test_a_renewed_lease_does_not_expire(self, later: Callable[..., None]):
        async def stay(here: Presence, there: Presence):
            here.arrive("seats", SEAT)
            for _ in range(6):
                await here.renew_leases()
                later(seconds=5)
            yield

        assert self.seen(stay) == [True]

    def test_expired_leases_are_deleted(self, later: Callable[..., None]):
        async def forget() -> int:
            here, there = Presence(), Presence()
            here.arrive("seats", SEAT)
            there.arrive("seats", "game2:1")
            await here.renew_leases()
            later(seconds=20)
            await there.renew_leases()
            return int(await module.pubsub.connection().zcard("here:seats"))

        assert asyncio.run(forget()) == 1

    def test_all_present_players_are_found(self):
        async def find_everybody() -> set[str] | None:
            here, there = Presence(), Presence()
            here.arrive("lobby", "ann")
            there.arrive("lobby", "bob")
            await here.renew_leases()
            return await there.find_all("lobby")

        assert asyncio.run(find_everybody()) == {"ann", "bob"}

    def test_an_empty_query_finds_no_player(self):
        assert asyncio.run(Presence().find_among("seats", [])) == set()


class TestUnknown:
    @pytest.fixture(autouse=True)
    def away(self, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
        monkeypatch.setattr(module, "pubsub", PubSub())

    def test_presence_at_tables_is_unknown_without_redis(self):
        assert asyncio.run(Presence().find_among("seats", [SEAT])) is None

    def test_presence_in_the_lobby_is_unknown_without_redis(self):
        assert asyncio.run(Presence().find_all("lobby")) is None


def test_presence_is_known_again_when_redis_returns(settings: Any, monkeypatch: pytest.MonkeyPatch):
    port = free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"

    async def find_everybody() -> list[set[str] | None]:
        monkeypatch.setattr(module, "pubsub", PubSub())
        here, there = Presence(), Presence()
        here.arrive("seats", SEAT)
        with redis_on_port(port):
            await here.renew_leases()
            seen = [await there.find_among("seats", [SEAT])]
        seen.append(await there.find_among("seats", [SEAT]))
        with redis_on_port(port):
            await here.renew_leases()
            seen.append(await there.find_among("seats", [SEAT]))
        return seen

    assert asyncio.run(find_everybody()) == [{SEAT}, None, {SEAT}]


class TestCounting:
    """The count of present people in all processes, for the host's thread."""

    def counted(self, *, served_by: int) -> dict[str, int] | None:
        async def count() -> dict[str, int] | None:
            processes = [Presence() for _ in range(served_by)]
            for number, process in enumerate(processes):
                await process.register_process()
                await process.register_process()
                process.arrive("seats", f"game{number}:0")
                await process.renew_leases()
            return processes[0].count(("seats", module.PROCESSES, "lobby"))

        return asyncio.run(count())

    def test_one_process_counts_its_own(self, settings: Any):
        settings.REDIS_URL = ""
        assert self.counted(served_by=1) == {"seats": 1, "processes": 1, "lobby": 0}

    def test_through_redis_all_are_counted(self, shared: str):
        assert self.counted(served_by=2) == {"seats": 2, "processes": 2, "lobby": 0}

    def test_the_count_is_unknown_while_redis_does_not_answer(self, settings: Any):
        settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
        assert Presence().count(("seats",)) is None
