"""Limits how many sockets load a table at once, so that a reconnect storm is answered before pages time out.

To load a table takes several queries, and one thread runs them all. A page gives up after ten seconds and
comes again: if a crowd took longer than that, every answer would come too late, again and again. With a few
at a time the first have their tables at once, and those whose pages have given up are not served at all.

Sockets that repeat their hello have a line of their own, of which a few at a time join the others: they keep
nobody waiting who comes in.
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
    """A slot to hold while a table is loaded."""
    loop = asyncio.get_running_loop()
    entries = _entries.setdefault(loop, asyncio.Semaphore(MAX_CONCURRENT_ENTRIES))
    if not is_repeated:
        async with entries:
            yield
    else:
        async with _repeats.setdefault(loop, asyncio.Semaphore(MAX_CONCURRENT_REPEATS)), entries:
            yield


def has_timed_out(since: float) -> bool:
    """Whether a page that asked then, on the clock of the event loop, has given up by now."""
    return asyncio.get_running_loop().time() - since > PAGE_TIMEOUT
