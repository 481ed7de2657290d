"""Measure the cost of a published hint: Redis's part, and that of each receiving process."""

import asyncio
from collections.abc import Iterator
from time import process_time
from typing import Any, cast

import msgspec
from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from bench.figure import Figure
from bench.live.accounting import cpu_seconds
from bench.services import redis
from game.runtime.pubsub import CHANNEL
from game.runtime.redis_line import RedisLine, Reply

LISTENERS = (1, 4, 16, 64)
HINTS = 5000
AT_ONCE = 100
US = 1e6


def measure() -> Iterator[Figure]:
    """Publish a move to more and more processes."""
    move = msgspec.json.encode(
        ("someone", [("moves", ("7qm2vx7qm2vx", 42, ["a5H/1200"], 1_700_000_000_000))])
    )
    with redis() as url, Redis.from_url(url) as line:
        pid = int(line.info("server")["process_id"])
        for listeners in LISTENERS:
            lines: list[Any] = [_subscriber(url) for _ in range(listeners)]
            for each in lines:
                each.subscribe(CHANNEL)
                each.get_message(timeout=5)
            before = cpu_seconds([pid])
            for _ in range(0, HINTS, AT_ONCE):
                with line.pipeline(transaction=False) as several:
                    for _ in range(AT_ONCE):
                        several.publish(CHANNEL, move)
                    several.execute()
                for each in lines:
                    for _ in range(AT_ONCE):
                        each.get_message(timeout=5)
            spent = (cpu_seconds([pid]) - before) / HINTS
            yield Figure("cost", f"a hint heard by {listeners}: Redis", spent * US, "us CPU")
            for each in lines:
                each.close()
        yield Figure(
            "cost", "a hint heard: each who hears it", asyncio.run(_receive_cost(url, move)) * US, "us CPU"
        )


def _subscriber(url: str) -> Any:
    line: Any = Redis.from_url(url)
    return line.pubsub()


async def _receive_cost(url: str, move: bytes) -> float:
    """Return the cost of receiving and unpacking a move in a process."""
    heard: asyncio.Queue[Reply] = asyncio.Queue()
    ear = await RedisLine.open(url, heard.put_nowait, timeout=5)
    ear.send([b"SUBSCRIBE", CHANNEL])
    await heard.get()
    spent = 0.0
    async with AsyncRedis.from_url(url) as line:
        for _ in range(0, HINTS, AT_ONCE):
            async with line.pipeline(transaction=False) as several:
                for _ in range(AT_ONCE):
                    several.publish(CHANNEL, move)
                await several.execute()
            begun = process_time()
            for _ in range(AT_ONCE):
                _, _, packed = await heard.get()  # type: ignore[misc]
                msgspec.json.decode(cast(bytes, packed))
            spent += process_time() - begun
    ear.close()
    return spent / HINTS
