"""Limits how many sockets load a table at once, so that pages get answers in time during a reconnect storm.

Loading a table takes several queries, and one thread runs them all. A page gives up after ten seconds and
reconnects: if a crowd took longer, every answer would be too late, again and again. With a few at a time, the
first get their tables at once, and pages that have given up are not served.

Sockets that repeat their hello wait in a separate queue. Only a few of them enter the main queue at a time,
so they do not delay newcomers.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

MAX_CONCURRENT_ENTRIES = 8
MAX_CONCURRENT_REPEATS = 2
PAGE_TIMEOUT = 10.0  # seconds

Semaphores = WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]

_entries: Semaphores = WeakKeyDictionary()
_repeats: Semaphores = WeakKeyDictionary()


@asynccontextmanager
async def entry_slot(*, is_repeated: bool = False) -> AsyncIterator[None]:
    """Hold a slot while a table is loaded."""
    loop = asyncio.get_running_loop()
    entries = _entries.setdefault(loop, asyncio.Semaphore(MAX_CONCURRENT_ENTRIES))
    if not is_repeated:
        async with entries:
            yield
    else:
        async with _repeats.setdefault(loop, asyncio.Semaphore(MAX_CONCURRENT_REPEATS)), entries:
            yield


def has_timed_out(since: float) -> bool:
    """Return whether a page that asked at this event-loop time has given up by now."""
    return asyncio.get_running_loop().time() - since > PAGE_TIMEOUT
