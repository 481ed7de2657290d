"""Those who look at the same thing through this process: one look at a time serves them all."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, Generic, TypeVar

from game.consumers.base import Socket

log = logging.getLogger(__name__)

READ_A_SECOND = 10_000  # bytes

Viewer = TypeVar("Viewer", bound=Socket)


class Room(ABC, Generic[Viewer]):
    """Its viewers, and which of them are owed another look."""

    def __init__(self, pace: float) -> None:
        self.pace = pace  # seconds between two looks, or longer if it takes longer to read one
        self.viewers: set[Viewer] = set()
        self.owed: set[Viewer] = set()
        self._telling: asyncio.Task[None] | None = None

    @abstractmethod
    async def show(self, owed: Collection[Viewer]) -> int:
        """Look, and tell these viewers what they see; how long the longest frame was."""

    def stir(self, _: Any = None) -> None:
        """Something has changed: everyone is owed another look."""
        self.owe(self.viewers)

    def owe(self, viewers: Collection[Viewer]) -> None:
        self.owed |= set(viewers)
        if self.owed and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._tell())

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.owed.discard(viewer)

    async def _tell(self) -> None:
        """Tell those who are owed a look, and then not again before they can have read it."""
        while self.owed:
            owed, self.owed = self.owed, set()
            try:
                longest = await self.show(owed)
            except Exception:
                log.exception("%s could not be shown; whoever is in it is told later", type(self).__name__)
                longest = 0
            await asyncio.sleep(max(self.pace, longest / READ_A_SECOND))
