"""Hints: what may interest others, here and in other processes. A lost hint may delay, never lose."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from typing import Any

import msgspec
from django.conf import settings
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis

from game.runtime.scheduler import keeper
from game.table.metrics import HEARD, LOST, SENT
from rng import entropy

log = logging.getLogger(__name__)

CHANNEL = "every-other"
PATIENCE = 5.0

Listener = Callable[[Any], None]
Hint = tuple[str, Any]


class Hints:
    """The listeners of this process, and the line to the others: Redis, where there is one."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = defaultdict(list)
        self._me = entropy.name_suffix()
        self._outgoing: list[Hint] = []
        self._sender: asyncio.Task[None] | None = None
        self._line: AsyncRedis | None = None

    def listen(self, kind: str, listener: Listener) -> None:
        """Have a function called, on the event loop, with what hints of this kind say."""
        self._listeners[kind].append(listener)

    def announce(self, kind: str, what: Any = None) -> None:
        """Tell listeners here and in other processes; from any thread, once what it is about is durable."""
        if (loop := keeper.loop) is not None:
            # In the caller's context a listener's own work would wait for the caller's thread.
            loop.call_soon_threadsafe(self._announce_here, kind, what, context=Context())
        elif settings.REDIS_URL:
            with suppress(RedisError), Redis.from_url(settings.REDIS_URL, socket_timeout=1) as line:
                line.publish(CHANNEL, self._packed([(kind, what)]))

    def tell_others(self, kind: str, what: Any) -> None:
        """Tell other processes alone; from the event loop. What is told at once goes in one message."""
        if settings.REDIS_URL:
            self._outgoing.append((kind, what))
            if self._sender is None or self._sender.done():
                self._sender = asyncio.create_task(self._send())

    def line(self) -> AsyncRedis:
        """This process's connection to Redis."""
        if self._line is None:
            self._line = AsyncRedis.from_url(
                settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
            )
        return self._line

    async def hear_others(self) -> None:
        """Listen to other processes, as long as the line holds."""
        if not settings.REDIS_URL:
            return await asyncio.Event().wait()  # type: ignore[return-value]
        async with self.line().pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            while True:
                message = await channel.get_message(timeout=PATIENCE)
                if message is not None:
                    self._hear(message["data"])

    async def _send(self) -> None:
        try:
            while self._outgoing:
                going, self._outgoing = self._outgoing, []
                await self.line().publish(CHANNEL, self._packed(going))
                SENT.inc(len(going))
        except (RedisError, OSError):
            LOST.inc(len(going) + len(self._outgoing))
            self._outgoing = []  # others find the gap by themselves

    def _packed(self, hints: list[Hint]) -> bytes:
        return msgspec.json.encode((self._me, hints))

    def _announce_here(self, kind: str, what: Any) -> None:
        self._deliver(kind, what)
        self.tell_others(kind, what)

    def _hear(self, packed: bytes) -> None:
        sender, hints = msgspec.json.decode(packed, type=tuple[str, list[Hint]])
        if sender != self._me:
            HEARD.inc(len(hints))
            for kind, what in hints:
                self._deliver(kind, what)

    def _deliver(self, kind: str, what: Any) -> None:
        for listener in self._listeners[kind]:
            try:
                listener(what)
            except Exception:
                log.exception("a hint of %s could not be taken", kind)


hints = Hints()
announce, listen, tell_others = hints.announce, hints.listen, hints.tell_others
keeper.every(1.0, hints.hear_others)
