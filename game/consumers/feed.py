"""A feed: all who watch the same thing through this process are served by one query at a time."""

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
from game.wire.moves import DECODE_ERRORS

log = logging.getLogger(__name__)

READ_BYTES_PER_SECOND = 10_000


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True, frozen=True):
    pass


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True, frozen=True):
    pass


class FeedConsumer(BaseConsumer):
    """A socket that is shown a feed: it says hello and pings, and nothing else."""

    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(Hello | Ping)

    @abstractmethod
    def handle_hello(self, hello: Any) -> None:
        """Have the feed sent to this socket."""

    async def handle_frame(self, frame: str) -> None:
        try:
            message = self.decoder.decode(frame)
        except DECODE_ERRORS as fault:
            says = gettext("The server doesn’t know this message: %(fault)s.") % {"fault": fault}
            return self.send(encode({"t": "refused", "code": "nonsense", "says": says}))
        if isinstance(message, Ping):
            self.send(b'{"t":"pong"}')
        else:
            self.handle_hello(message)


Viewer = TypeVar("Viewer", bound=BaseConsumer)


class Feed(ABC, Generic[Viewer]):
    """Keeps viewers, and sends those in its queue what there is to see."""

    def __init__(self, interval: float) -> None:
        self.interval = interval  # seconds between two broadcasts, or longer if it takes longer to read one
        self.viewers: set[Viewer] = set()
        self.queued: set[Viewer] = set()
        self._broadcast_task: asyncio.Task[None] | None = None

    @abstractmethod
    async def broadcast(self, recipients: Collection[Viewer]) -> int:
        """Send these viewers what there is to see; the length of the longest frame."""

    def mark_dirty(self, _: Any = None) -> None:
        """Queue everyone, for something has changed."""
        self.queue(self.viewers)

    def queue(self, viewers: Collection[Viewer]) -> None:
        self.queued |= set(viewers)
        if self.queued and (self._broadcast_task is None or self._broadcast_task.done()):
            self._broadcast_task = asyncio.create_task(self._broadcast_queued())

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.queued.discard(viewer)

    async def _broadcast_queued(self) -> None:
        """Send to those in the queue, and then not again before they can have read it."""
        while self.queued:
            recipients, self.queued = self.queued, set()
            try:
                longest = await self.broadcast(recipients)
            except Exception:
                log.exception("%s could not be shown; those in it are told later", type(self).__name__)
                longest = 0
            await asyncio.sleep(max(self.interval, longest / READ_BYTES_PER_SECOND))
