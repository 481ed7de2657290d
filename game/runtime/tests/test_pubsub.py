"""Messages between processes: they may be lost, and play must not be affected."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from threading import Thread
from typing import Any

import pytest
from redis import RedisError

from bench.services import free_port
from cribbage_site.tests.patience import PATIENCE
from game.runtime import pubsub as module
from game.runtime.pubsub import PubSub
from game.runtime.redis_line import RedisLine
from game.runtime.scheduler import scheduler
from tests.worlds.redis_server import redis_on_port


@pytest.fixture(scope="module")
def a_redis() -> Iterator[str]:
    port = free_port()
    with redis_on_port(port):
        yield f"redis://127.0.0.1:{port}/0"


@pytest.fixture
def redis_url(a_redis: str, settings: Any) -> str:
    settings.REDIS_URL = a_redis
    return a_redis


class Receiver:
    """A listener for one kind of message, which tests can wait for."""

    def __init__(self, hints: PubSub, kind: str = "ladder") -> None:
        self.received: list[Any] = []
        hints.subscribe(kind, self.received.append)

    async def receives(self, what: Any, within: float = 5.0) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while what not in self.received:
                    await asyncio.sleep(0.01)
        return what in self.received


async def again_and_again(job: Callable[[], Awaitable[None]]) -> None:
    """Repeat a job like the process's scheduler, with a shorter interval."""
    while True:
        with suppress(RedisError, OSError):
            await job()
        await asyncio.sleep(0.05)


@asynccontextmanager
async def listening(*all_hints: PubSub) -> AsyncIterator[None]:
    """Let these receive what others publish."""
    tasks = [asyncio.create_task(again_and_again(hints.receive_from_others)) for hints in all_hints]
    # The start of a subscription is not observable. Messages before it are lost, as messages may be.
    for hints in all_hints:
        begun = Receiver(hints, "begun")
        teller = PubSub()
        for _ in range(200):
            teller.publish_to_others("begun", 1)
            if await begun.receives(1, within=0.05):
                break
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def test_a_message_to_others_reaches_another_process(redis_url: str):
    async def publish_and_wait() -> bool:
        here, there = PubSub(), PubSub()
        receiver = Receiver(there)
        async with listening(there):
            here.publish_to_others("ladder", "game1")
            return await receiver.receives("game1")

    assert asyncio.run(publish_and_wait())


def test_a_message_to_others_does_not_reach_the_sender(redis_url: str):
    async def publish_and_wait() -> tuple[list[Any], bool]:
        here, there = PubSub(), PubSub()
        own, receiver = Receiver(here), Receiver(there)
        async with listening(here, there):
            here.publish_to_others("ladder", "game1")
            return own.received, await receiver.receives("game1")

    assert asyncio.run(publish_and_wait()) == ([], True)


class TestMessagesAboutAGame:
    def test_only_a_process_with_its_table_receives_them(self, redis_url: str):
        async def publish_and_wait() -> tuple[bool, list[Any]]:
            here, with_table, without = PubSub(), PubSub(), PubSub()
            with_table.add_game("game1")
            without.add_game("game2")
            receiver, other = Receiver(with_table, "row"), Receiver(without, "row")
            async with listening(with_table, without):
                here.publish_to_others("row", "game1")
                here.publish_to_others("row", "game2")
                assert await other.receives("game2")
                return await receiver.receives("game1"), receiver.received + other.received

        assert asyncio.run(publish_and_wait()) == (True, ["game1", "game2"])

    def test_a_table_opened_later_receives_them_until_it_is_gone(self, redis_url: str):
        async def publish_and_wait() -> list[Any]:
            here, there = PubSub(), PubSub()
            receiver = Receiver(there, "row")
            async with listening(there):
                for _ in range(100):
                    there.add_game("game1")
                    here.publish_to_others("row", "game1")
                    if await receiver.receives("game1", within=0.05):
                        break
                there.keep_games(["game2"])
                receiver.received.clear()
                there.add_game("game3")
                for _ in range(100):
                    here.publish_to_others("row", "game1")
                    here.publish_to_others("row", "game3")
                    if await receiver.receives("game3", within=0.05):
                        break
                return receiver.received

        assert asyncio.run(publish_and_wait()) == ["game3"]

    def test_messages_of_one_moment_arrive_in_order_in_each_channel(self, redis_url: str):
        async def publish_and_wait() -> list[Any]:
            here, there = PubSub(), PubSub()
            there.add_game("game1")
            receiver = Receiver(there, "moves")
            async with listening(there):
                for n in range(100):
                    here.publish_to_others("moves", ("game1", n))
                    here.publish_to_others("lobby", None)
                await receiver.receives(["game1", 99])
            return receiver.received

        assert asyncio.run(publish_and_wait()) == [["game1", n] for n in range(100)]

    def test_tables_receive_them_again_after_redis_died(self, settings: Any):
        port = free_port()
        settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"

        async def publish_and_wait() -> bool:
            here, there = PubSub(), PubSub()
            there.add_game("game1")
            receiver = Receiver(there, "row")
            with redis_on_port(port):
                async with listening(there):
                    here.publish_to_others("row", "game1")
                    assert await receiver.receives("game1")
            receiver.received.clear()
            with redis_on_port(port):
                async with listening(there):
                    here.publish_to_others("row", "game1")
                    return await receiver.receives("game1")

        assert asyncio.run(publish_and_wait())


def test_messages_of_one_moment_arrive_in_order(redis_url: str):
    async def publish_and_wait() -> list[Any]:
        here, there = PubSub(), PubSub()
        receiver = Receiver(there)
        async with listening(there):
            for n in range(500):
                here.publish_to_others("ladder", n)
            await receiver.receives(499)
        return receiver.received

    assert asyncio.run(publish_and_wait()) == list(range(500))


def test_a_move_arrives_unchanged(redis_url: str):
    async def publish_and_wait() -> bool:
        here, there = PubSub(), PubSub()
        receiver = Receiver(there, "seek")
        async with listening(there):
            here.publish_to_others("seek", ("game1", 7, ("a12/1500", "#2"), 1_750_000_000_000))
            return await receiver.receives(["game1", 7, ["a12/1500", "#2"], 1_750_000_000_000])

    assert asyncio.run(publish_and_wait())


def test_a_failing_listener_does_not_stop_the_others(redis_url: str):
    def fail(_: Any) -> None:
        raise ValueError("no such table")

    async def publish_and_wait() -> bool:
        here, there = PubSub(), PubSub()
        there.subscribe("ladder", fail)
        receiver = Receiver(there)
        async with listening(there):
            here.publish_to_others("ladder", "game1")
            return await receiver.receives("game1")

    assert asyncio.run(publish_and_wait())


def test_an_idle_connection_still_receives(redis_url: str, monkeypatch):
    monkeypatch.setattr(module, "TIMEOUT", 0.2)

    async def wait_and_tell() -> bool:
        here, there = PubSub(), PubSub()
        receiver = Receiver(there)
        async with listening(there):
            await asyncio.sleep(0.5)  # nothing happens, for longer than the timeout
            here.publish_to_others("ladder", "game1")
            return await receiver.receives("game1", within=0.15)

    assert asyncio.run(wait_and_tell())


def test_a_connection_lost_at_once_delays_no_later_message(redis_url: str, monkeypatch):
    opened = RedisLine.open
    is_lost = asyncio.Event()

    async def open_and_lose(*given: Any) -> RedisLine:
        monkeypatch.setattr(RedisLine, "open", opened)
        line = await opened(*given)
        line.close()
        await line.closed
        is_lost.set()
        return line

    async def publish_and_wait() -> bool:
        here, there = PubSub(), PubSub()
        receiver = Receiver(there)
        async with listening(there):
            monkeypatch.setattr(RedisLine, "open", open_and_lose)
            here.publish_to_others("ladder", "lost")
            await asyncio.wait_for(is_lost.wait(), PATIENCE)
            here.publish_to_others("ladder", "later")
            return await receiver.receives("later")

    assert asyncio.run(publish_and_wait())


class TestAnnounced:
    """A thread that serves HTTP, or a command, publishes from its own thread."""

    def test_a_message_from_another_thread_is_handled_on_the_event_loop(self, monkeypatch):
        async def announce() -> bool:
            hints = PubSub()
            receiver = Receiver(hints)
            monkeypatch.setattr(scheduler, "loop", asyncio.get_running_loop())
            Thread(target=hints.publish, args=("ladder", "game1")).start()
            return await receiver.receives("game1")

        assert asyncio.run(announce())

    def test_a_message_from_another_thread_reaches_other_processes(self, redis_url: str, monkeypatch):
        async def announce() -> bool:
            here, there = PubSub(), PubSub()
            receiver = Receiver(there)
            monkeypatch.setattr(scheduler, "loop", asyncio.get_running_loop())
            async with listening(there):
                Thread(target=here.publish, args=("ladder", "game1")).start()
                return await receiver.receives("game1")

        assert asyncio.run(announce())

    def test_a_command_without_an_event_loop_can_publish(self, redis_url: str, monkeypatch):
        monkeypatch.setattr(scheduler, "loop", None)

        async def announce() -> bool:
            there = PubSub()
            receiver = Receiver(there)
            async with listening(there):
                await asyncio.to_thread(PubSub().publish, "ladder", "game1")
                return await receiver.receives("game1")

        assert asyncio.run(announce())


class TestWithoutRedis:
    def test_a_single_process_sends_nothing(self):
        async def publish_and_wait() -> list[Any]:
            hints = PubSub()
            hints.publish_to_others("ladder", "game1")
            return hints._outgoing

        assert asyncio.run(publish_and_wait()) == []

    def test_unsendable_messages_are_dropped(self, settings: Any):
        settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"

        async def publish_and_wait() -> list[Any]:
            hints = PubSub()
            hints.publish_to_others("ladder", "game1")
            await asyncio.sleep(0)
            assert hints._connect_task is not None
            await hints._connect_task
            return hints._outgoing

        assert asyncio.run(publish_and_wait()) == []

    def test_a_command_continues_if_it_cannot_publish(self, settings: Any, monkeypatch):
        settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
        monkeypatch.setattr(scheduler, "loop", None)
        PubSub().publish("ladder", "game1")


def test_messages_resume_when_redis_returns(settings: Any):
    port = free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"

    async def publish_and_wait() -> list[bool]:
        here, there = PubSub(), PubSub()
        receiver, received = Receiver(there), []
        with redis_on_port(port):
            async with listening(there):
                here.publish_to_others("ladder", "before")
                received.append(await receiver.receives("before"))
        here.publish_to_others("ladder", "meanwhile")
        received.append(await receiver.receives("meanwhile", within=0.3))
        with redis_on_port(port):
            async with listening(there):
                here.publish_to_others("ladder", "after")
                received.append(await receiver.receives("after"))
        return received

    assert asyncio.run(publish_and_wait()) == [True, False, True]


def test_a_listener_reconnects_after_redis_died(settings: Any):
    port = free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"

    async def publish_and_wait() -> bool:
        here, there = PubSub(), PubSub()
        receiver = Receiver(there)
        with redis_on_port(port):
            task = asyncio.create_task(again_and_again(there.receive_from_others))
            await asyncio.sleep(0.2)
        with redis_on_port(port):
            for _ in range(100):
                here.publish_to_others("ladder", "after")
                if await receiver.receives("after", within=0.05):
                    break
        task.cancel()
        return "after" in receiver.received

    assert asyncio.run(publish_and_wait())
