"""Limits how many sockets load a table at once, so that a reconnect storm is answered before pages time out.

To load a table takes several queries, and one thread runs them all. A page gives up after ten seconds and
comes again: if a crowd took longer than that, every answer would come too late, again and again. With a few
at a time the first have their tables at once, and those whose pages have given up are not served at all.
"""

import asyncio
from weakref import WeakKeyDictionary

MAX_CONCURRENT_ENTRIES = 8
PAGE_TIMEOUT = 10.0  # seconds

_semaphores: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


def entry_slot() -> asyncio.Semaphore:
    """The semaphore to hold while a table is loaded."""
    loop = asyncio.get_running_loop()
    return _semaphores.setdefault(loop, asyncio.Semaphore(MAX_CONCURRENT_ENTRIES))


def has_timed_out(since: float) -> bool:
    """Whether a page that asked then, on the clock of the event loop, has given up by now."""
    return asyncio.get_running_loop().time() - since > PAGE_TIMEOUT
