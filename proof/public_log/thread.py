"""The thread that writes the log: a slow disk or witness must not delay requests."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")

_thread = ThreadPoolExecutor(1, "public-log")


def on_the_log_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return a coroutine function that runs `work` on the log's thread and closes its connection."""

    def work_and_disconnect(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        finally:
            connection.close()

    @wraps(work)
    async def on_thread(*args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_thread, lambda: work_and_disconnect(*args, **kwargs))

    return on_thread
