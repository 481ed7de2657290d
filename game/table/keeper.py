"""What every process that serves people does again and again, from its first visitor on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

log = logging.getLogger(__name__)

Chore = Callable[[], Awaitable[object]]


class Keeper:
    """Chores, each at its own pace; one that fails is tried again."""

    def __init__(self) -> None:
        self._chores: list[tuple[float, Chore]] = []
        self._running: list[asyncio.Task[None]] = []
        self.loop: asyncio.AbstractEventLoop | None = None

    def every(self, seconds: float, chore: Chore) -> None:
        """Have a chore done every so many seconds."""
        self._chores.append((seconds, chore))

    def start(self) -> None:
        """Begin, if this process has not begun."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.loop = loop
            self._running = [loop.create_task(self._again(*chore)) for chore in self._chores]

    async def _again(self, seconds: float, chore: Chore) -> None:
        works = True
        while True:
            try:
                await chore()
                works = True
            except Exception:
                if works:
                    log.exception("%s failed; it is tried again until it works", chore.__qualname__)
                works = False
            await asyncio.sleep(seconds)


_under_way: set[asyncio.Future[Any]] = set()


def soon(work: Awaitable[object]) -> None:
    """Begin something that nobody waits for; the event loop alone would lose hold of it."""
    task = asyncio.ensure_future(work)
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


keeper = Keeper()
every = keeper.every
start = keeper.start
