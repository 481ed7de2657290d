"""Publishes messages to listeners, in this process and in others. A lost message only causes a delay.

Redis is imported where it is used, because commands publish and most have none.

A message about one game reaches only the processes that have its table open, so that the cost of a move does
not grow with the number of processes.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from django.conf import settings
from django.db import transaction
from prometheus_client import Counter

from game.runtime.scheduler import scheduler
from rng import entropy

if TYPE_CHECKING:
    from redis.asyncio import Redis as AsyncRedis

    from game.runtime.redis_line import RedisLine, Reply

log = logging.getLogger(__name__)

CHANNEL = b"every-other"
# Messages about one game. Their payload is its id, or begins with it.
ABOUT_A_GAME = frozenset({"moves", "row", "here", "said", "rematch", "points", "unshown"})
TIMEOUT = 5.0

NOTIFICATIONS = Counter("every_other_hints", "Messages between processes, by direction or failure", ["way"])
NOTIFICATIONS_SENT, NOTIFICATIONS_RECEIVED, NOTIFICATIONS_LOST = (
    NOTIFICATIONS.labels(way) for way in ("sent", "heard", "lost")
)

Listener = Callable[[Any], None]
Notification = tuple[str, Any]


class PubSub:
    """The listeners of this process, and the connection to other processes through Redis, if there is one."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = defaultdict(list)
        self._process_name = entropy.name_suffix()
        self._own_beginning = b'["%b",' % self._process_name.encode()
        self._outgoing: list[Notification] = []
        self._games: set[str] = set()
        self._line: RedisLine | None = None
        self._receiving_line: RedisLine | None = None
        self._connect_task: asyncio.Task[None] | None = None
        self._connection: AsyncRedis | None = None

    def subscribe(self, kind: str, listener: Listener) -> None:
        """Call a function on the event loop with the payload of each message of this kind."""
        self._listeners[kind].append(listener)

    def publish(self, kind: str, payload: Any = None) -> None:
        """Publish to listeners in all processes. Call it from any thread, once the change is durable."""
        if (loop := scheduler.loop) is not None:
            # In the caller's context, a listener's work would wait for the caller's thread.
            loop.call_soon_threadsafe(self._publish_on_loop, kind, payload, context=Context())
        elif settings.REDIS_URL:
            from redis import Redis, RedisError

            with suppress(RedisError), Redis.from_url(settings.REDIS_URL, socket_timeout=1) as redis:
                redis.publish(_channel((kind, payload)), self._encode([(kind, payload)]))

    def publish_to_others(self, kind: str, payload: Any) -> None:
        """Publish to other processes only, from the event loop.

        All messages of one moment are sent together.
        """
        if settings.REDIS_URL:
            self._outgoing.append((kind, payload))
            if len(self._outgoing) == 1:
                asyncio.get_running_loop().call_soon(self._send_outgoing)

    def add_game(self, game_id: str) -> None:
        """Receive messages about a game from now on."""
        if game_id not in self._games:
            self._games.add(game_id)
            self._send_subscriptions(b"SUBSCRIBE", [game_id])

    def keep_games(self, game_ids: Iterable[str]) -> None:
        """Stop receiving messages about all other games."""
        gone = self._games.difference(game_ids)
        self._games -= gone
        self._send_subscriptions(b"UNSUBSCRIBE", gone)

    def connection(self) -> "AsyncRedis":
        """Return this process's connection to Redis."""
        if self._connection is None:
            from redis.asyncio import Redis as AsyncRedis

            self._connection = AsyncRedis.from_url(
                settings.REDIS_URL, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
            )
        return self._connection

    async def receive_from_others(self) -> None:
        """Receive messages of other processes while the connection lasts."""
        if not settings.REDIS_URL:
            return await asyncio.Event().wait()  # type: ignore[return-value]
        from redis import ConnectionError as RedisConnectionError

        from game.runtime.redis_line import RedisLine

        line = await RedisLine.open(settings.REDIS_URL, self._handle_message, TIMEOUT)
        self._receiving_line = line
        try:
            line.send([b"SUBSCRIBE", CHANNEL, *map(_game_channel, self._games)])
            await line.closed
        finally:
            self._receiving_line = None
            line.close()
        raise RedisConnectionError("Redis closed the connection for messages.")

    def _handle_message(self, reply: "Reply") -> None:
        match reply:
            case [b"message", _, bytes(packed)] if not packed.startswith(self._own_beginning):
                self._receive(packed)
            case Exception():
                raise reply

    def _send_subscriptions(self, command: bytes, game_ids: Iterable[str]) -> None:
        channels = [_game_channel(game_id) for game_id in game_ids]
        if channels and self._receiving_line is not None:
            self._receiving_line.send([command, *channels])

    def _send_outgoing(self) -> None:
        if self._line is None or self._line.closed.done():
            self._connect_task = asyncio.create_task(self._connect_and_flush())
        else:
            self._flush()

    async def _connect_and_flush(self) -> None:
        from redis import RedisError

        from game.runtime.redis_line import RedisLine

        try:
            with suppress(RedisError):
                self._line = await RedisLine.open(settings.REDIS_URL, lambda _: None, TIMEOUT)
        finally:
            self._flush()

    def _flush(self) -> None:
        """Send all pending messages. Failed ones are dropped, and other processes detect the gap."""
        sending, self._outgoing = self._outgoing, []
        by_channel: dict[bytes, list[Notification]] = defaultdict(list)
        for notification in sending:
            by_channel[_channel(notification)].append(notification)
        commands = [[b"PUBLISH", channel, self._encode(each)] for channel, each in by_channel.items()]
        is_sent = self._line is not None and self._line.send(*commands)
        (NOTIFICATIONS_SENT if is_sent else NOTIFICATIONS_LOST).inc(len(sending))

    def _encode(self, notifications: list[Notification]) -> bytes:
        return msgspec.json.encode((self._process_name, notifications))

    def _publish_on_loop(self, kind: str, payload: Any) -> None:
        self._deliver(kind, payload)
        self.publish_to_others(kind, payload)

    def _receive(self, packed: bytes) -> None:
        _, notifications = msgspec.json.decode(packed, type=tuple[str, list[Notification]])
        NOTIFICATIONS_RECEIVED.inc(len(notifications))
        for kind, payload in notifications:
            self._deliver(kind, payload)

    def _deliver(self, kind: str, payload: Any) -> None:
        for listener in self._listeners[kind]:
            try:
                listener(payload)
            except Exception:
                log.exception("a message of kind %s could not be handled", kind)


def _channel(notification: Notification) -> bytes:
    kind, payload = notification
    if kind not in ABOUT_A_GAME:
        return CHANNEL
    return _game_channel(payload if isinstance(payload, str) else payload[0])


def _game_channel(game_id: str) -> bytes:
    return b"%b:%b" % (CHANNEL, game_id.encode())


pubsub = PubSub()
publish, publish_to_others = pubsub.publish, pubsub.publish_to_others


def publish_on_commit(kind: str, payload: Any = None) -> None:
    """Publish to listeners in all processes once the transaction commits; not if it is rolled back."""
    transaction.on_commit(partial(publish, kind, payload))
