"""Hints: what may interest others, here and in other processes. A lost hint may delay, never lose."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from prometheus_client import Counter
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis

from game.runtime.scheduler import scheduler
from rng import entropy

log = logging.getLogger(__name__)

CHANNEL = "every-other"
TIMEOUT = 5.0

NOTIFICATIONS = Counter("every_other_hints", "Hints between processes, by what became of them", ["way"])
NOTIFICATIONS_SENT, NOTIFICATIONS_RECEIVED, NOTIFICATIONS_LOST = (
    NOTIFICATIONS.labels(way) for way in ("sent", "heard", "lost")
)

Listener = Callable[[Any], None]
Notification = tuple[str, Any]


class PubSub:
    """The listeners of this process, and the line to the others: Redis, where there is one."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = defaultdict(list)
        self._process_name = entropy.name_suffix()
        self._outgoing: list[Notification] = []
        self._send_task: asyncio.Task[None] | None = None
        self._connection: AsyncRedis | None = None

    def subscribe(self, kind: str, listener: Listener) -> None:
        """Have a function called, on the event loop, with what hints of this kind say."""
        self._listeners[kind].append(listener)

    def publish(self, kind: str, payload: Any = None) -> None:
        """Tell listeners here and in other processes; from any thread, once what it is about is durable."""
        if (loop := scheduler.loop) is not None:
            # In the caller's context a listener's own work would wait for the caller's thread.
            loop.call_soon_threadsafe(self._publish_on_loop, kind, payload, context=Context())
        elif settings.REDIS_URL:
            with suppress(RedisError), Redis.from_url(settings.REDIS_URL, socket_timeout=1) as line:
                line.publish(CHANNEL, self._encode([(kind, payload)]))

    def publish_to_others(self, kind: str, payload: Any) -> None:
        """Tell other processes alone; from the event loop. What is told at once goes in one message."""
        if settings.REDIS_URL:
            self._outgoing.append((kind, payload))
            if self._send_task is None or self._send_task.done():
                self._send_task = asyncio.create_task(self._send_outgoing())

    def connection(self) -> AsyncRedis:
        """This process's connection to Redis."""
        if self._connection is None:
            self._connection = AsyncRedis.from_url(
                settings.REDIS_URL, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
            )
        return self._connection

    async def receive_from_others(self) -> None:
        """Listen to other processes, as long as the line holds."""
        if not settings.REDIS_URL:
            return await asyncio.Event().wait()  # type: ignore[return-value]
        async with self.connection().pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            while True:
                message = await channel.get_message(timeout=TIMEOUT)
                if message is not None:
                    self._receive(message["data"])

    async def _send_outgoing(self) -> None:
        try:
            while self._outgoing:
                going, self._outgoing = self._outgoing, []
                await self.connection().publish(CHANNEL, self._encode(going))
                NOTIFICATIONS_SENT.inc(len(going))
        except (RedisError, OSError):
            NOTIFICATIONS_LOST.inc(len(going) + len(self._outgoing))
            self._outgoing = []  # others find the gap by themselves

    def _encode(self, hints: list[Notification]) -> bytes:
        return msgspec.json.encode((self._process_name, hints))

    def _publish_on_loop(self, kind: str, payload: Any) -> None:
        self._deliver(kind, payload)
        self.publish_to_others(kind, payload)

    def _receive(self, packed: bytes) -> None:
        sender, hints = msgspec.json.decode(packed, type=tuple[str, list[Notification]])
        if sender != self._process_name:
            NOTIFICATIONS_RECEIVED.inc(len(hints))
            for kind, what in hints:
                self._deliver(kind, what)

    def _deliver(self, kind: str, payload: Any) -> None:
        for listener in self._listeners[kind]:
            try:
                listener(payload)
            except Exception:
                log.exception("a hint of %s could not be taken", kind)


pubsub = PubSub()
publish, publish_to_others = pubsub.publish, pubsub.publish_to_others


def publish_on_commit(kind: str, payload: Any = None) -> None:
    """Tell listeners everywhere once what has happened is durable; nobody, if it is rolled back."""
    transaction.on_commit(partial(publish, kind, payload))
