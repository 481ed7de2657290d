"""The thread that does a process's work with the database, piece after piece, on a connection that it keeps.

To connect for each piece would cost as much as the piece: with SQLite, ten times as much.
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
    """Make a function of the database awaitable; one thread runs them all, one after another."""

    @wraps(work)
    def work_and_recover(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        finally:
            if connection.errors_occurred:
                connection.close()  # the next piece of work connects anew

    # By asgiref's own means, so that the language of who asks goes along.
    return sync_to_async(work_and_recover, thread_sensitive=False, executor=_thread)


def disconnect() -> None:
    """Give up the connection, until there is work again."""
    _thread.submit(lambda: connection.close()).result()
