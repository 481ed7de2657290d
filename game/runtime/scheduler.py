"""What is done again and again: by every process that serves people, from its first visitor on, and for all.

What one process does for all of them may be left to `manage.py sweep`, with CHORES=own for the others.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from django.conf import settings

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[object]]


class Chore(NamedTuple):
    """Work, its pace, and whether it is for all who are here, or for those whom this process serves."""

    seconds: float
    work: Work
    for_all: bool


class Keeper:
    """Chores, each at its own pace; one that fails is tried again."""

    def __init__(self) -> None:
        self._chores: list[Chore] = []
        self._running: list[asyncio.Task[None]] = []
        self.loop: asyncio.AbstractEventLoop | None = None

    def every(self, seconds: float, work: Work, *, for_all: bool = False) -> None:
        """Have work done every so many seconds."""
        self._chores.append(Chore(seconds, work, for_all))

    @property
    def for_all(self) -> list[Chore]:
        """What one process does for all."""
        return [chore for chore in self._chores if chore.for_all]

    def start(self) -> None:
        """Begin, if this process has not begun."""
        if self.loop is not asyncio.get_running_loop():
            self._begin([chore for chore in self._chores if settings.CHORES == "all" or not chore.for_all])

    async def sweep(self) -> None:
        """Do what is done for all, until somebody cancels."""
        self._begin(self.for_all)
        await asyncio.gather(*self._running)

    def _begin(self, chores: list[Chore]) -> None:
        self.loop = asyncio.get_running_loop()
        self._running = [self.loop.create_task(self._again(chore)) for chore in chores]

    async def _again(self, chore: Chore) -> None:
        works = True
        while True:
            try:
                await chore.work()
                works = True
            except Exception:
                if works:
                    log.exception("%s failed; it is tried again until it works", chore.work.__qualname__)
                works = False
            await asyncio.sleep(chore.seconds)


_under_way: set[asyncio.Future[Any]] = set()


def soon(work: Awaitable[object]) -> None:
    """Begin something that nobody waits for; the event loop alone would lose hold of it."""
    task = asyncio.ensure_future(work)
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


keeper = Keeper()
every = keeper.every
start = keeper.start
