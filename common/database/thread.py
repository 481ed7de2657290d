"""The thread that runs a process's database work in sequence, on a persistent connection.

Connecting for each piece of work would cost as much as the work itself; with SQLite, ten times as much.
"""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")

_thread = ThreadPoolExecutor(1, "database")


def on_the_database_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Make a database function awaitable. One thread runs all of them, one after another."""

    @wraps(work)
    def work_and_recover(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        finally:
            if connection.errors_occurred:
                connection.close()  # the next piece of work reconnects

    # Uses asgiref, so that the caller's language is passed on.
    return sync_to_async(work_and_recover, thread_sensitive=False, executor=_thread)


def disconnect() -> None:
    """Close the connection until there is work again."""
    _thread.submit(lambda: connection.close()).result()
