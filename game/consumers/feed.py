"""Those who look at the same thing through this process: one look at a time serves them all."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, Generic, TypeVar

from game.consumers.base import BaseConsumer

log = logging.getLogger(__name__)

READ_BYTES_PER_SECOND = 10_000  # bytes

Viewer = TypeVar("Viewer", bound=BaseConsumer)


class Feed(ABC, Generic[Viewer]):
    """Its viewers, and which of them are owed another look."""

    def __init__(self, interval: float) -> None:
        self.interval = interval  # seconds between two looks, or longer if it takes longer to read one
        self.viewers: set[Viewer] = set()
        self.queued: set[Viewer] = set()
        self._broadcast_task: asyncio.Task[None] | None = None

    @abstractmethod
    async def broadcast(self, recipients: Collection[Viewer]) -> int:
        """Look, and tell these viewers what they see; how long the longest frame was."""

    def mark_dirty(self, _: Any = None) -> None:
        """Something has changed: everyone is owed another look."""
        self.queue(self.viewers)

    def queue(self, viewers: Collection[Viewer]) -> None:
        self.queued |= set(viewers)
        if self.queued and (self._broadcast_task is None or self._broadcast_task.done()):
            self._broadcast_task = asyncio.create_task(self._broadcast_queued())

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.queued.discard(viewer)

    async def _broadcast_queued(self) -> None:
        """Tell those who are owed a look, and then not again before they can have read it."""
        while self.queued:
            owed, self.queued = self.queued, set()
            try:
                longest = await self.broadcast(owed)
            except Exception:
                log.exception("%s could not be shown; whoever is in it is told later", type(self).__name__)
                longest = 0
            await asyncio.sleep(max(self.interval, longest / READ_BYTES_PER_SECOND))
