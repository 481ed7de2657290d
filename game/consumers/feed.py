"""A feed: all viewers of the same data in this process share one query at a time."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from django.utils.translation import gettext
from msgspec import Struct

from common.formats.json import encode
from game.consumers.base import BaseConsumer
from game.wire.feeds import Pong, Refused
from game.wire.moves import DECODE_ERRORS

log = logging.getLogger(__name__)

READ_BYTES_PER_SECOND = 10_000
PONG = encode(Pong())


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True, frozen=True):
    pass


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True, frozen=True):
    pass


class FeedConsumer(BaseConsumer):
    """A socket that subscribes to a feed. It accepts only hello and ping."""

    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(Hello | Ping)

    @abstractmethod
    def handle_hello(self, hello: Any) -> None:
        """Subscribe this socket to the feed."""

    async def handle_frame(self, frame: str) -> None:
        try:
            message = self.decoder.decode(frame)
        except DECODE_ERRORS as fault:
            says = gettext("The server doesn’t know this message: %(fault)s.") % {"fault": fault}
            return self.send(encode(Refused("nonsense", says)))
        if isinstance(message, Ping):
            self.send(PONG)
        else:
            self.handle_hello(message)


Viewer = TypeVar("Viewer", bound=BaseConsumer)


class Feed(ABC, Generic[Viewer]):
    """The viewers of the same data, and a queue of those that need the current data."""

    def __init__(self, interval: float) -> None:
        self.interval = interval  # seconds between two broadcasts; reading a long frame takes longer
        self.viewers: set[Viewer] = set()
        self.queued: set[Viewer] = set()
        self._broadcast_task: asyncio.Task[None] | None = None

    @abstractmethod
    async def broadcast(self, recipients: Collection[Viewer]) -> int:
        """Send these viewers the current data. Return the length of the longest frame."""

    def mark_dirty(self, _: Any = None) -> None:
        """Queue all viewers, because something has changed."""
        self.queue(self.viewers)

    def queue(self, viewers: Collection[Viewer]) -> None:
        self.queued |= set(viewers)
        if self.queued and (self._broadcast_task is None or self._broadcast_task.done()):
            self._broadcast_task = asyncio.create_task(self._broadcast_queued())

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.queued.discard(viewer)

    async def _broadcast_queued(self) -> None:
        """Send to the viewers in the queue. Then wait until they can have read it."""
        while self.queued:
            recipients, self.queued = self.queued, set()
            try:
                longest = await self.broadcast(recipients)
            except Exception:
                log.exception("%s could not be broadcast; its viewers are served later", type(self).__name__)
                longest = 0
            await asyncio.sleep(max(self.interval, longest / READ_BYTES_PER_SECOND))
