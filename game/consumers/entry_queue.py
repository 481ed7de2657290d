"""Where those wait who come in: served all at once, nobody would be served while his page still waits for it.

Who comes in asks the database several things, and all that is asked goes through one thread. A page gives
up after ten seconds and comes again; so where a crowd takes longer than that, everybody's turn would come too
late, again and again. A few at a time, the first have their tables at once, and who has given up is not
served at all.
"""

import asyncio
from weakref import WeakKeyDictionary

MAX_CONCURRENT_ENTRIES = 8
PAGE_TIMEOUT = 10.0  # seconds

_semaphores: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


def entry_slot() -> asyncio.Semaphore:
    """A turn at this process's door."""
    loop = asyncio.get_running_loop()
    return _semaphores.setdefault(loop, asyncio.Semaphore(MAX_CONCURRENT_ENTRIES))


def has_timed_out(since: float) -> bool:
    """Whether somebody who is heard since then, on the clock of the event loop, has given up by now."""
    return asyncio.get_running_loop().time() - since > PAGE_TIMEOUT
