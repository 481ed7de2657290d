"""The thread that does a process's work with the database, piece after piece, on a connection that it keeps.

To connect for each piece would cost as much as the piece: with SQLite, ten times as much.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")

_thread = ThreadPoolExecutor(1, "database")


def on_the_database_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Make a function of the database awaitable; one thread runs them all, one after another."""

    def work_and_recover(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        finally:
            if connection.errors_occurred:
                connection.close()  # the next piece of work connects anew

    @wraps(work)
    async def on_thread(*args: P.args, **kwargs: P.kwargs) -> T:
        piece = partial(copy_context().run, work_and_recover, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(_thread, piece)

    return on_thread


def disconnect() -> None:
    """Give up the connection, until there is work again."""
    _thread.submit(lambda: connection.close()).result()
