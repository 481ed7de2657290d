"""Calls that run at the same moment, each in a thread of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from common.refusal import Refusal


def at_once(*doings: Callable[[], Any]) -> list[Any]:
    """Run all of this at once, each in its own thread; returns results, with refusals by their code."""
    start = Barrier(len(doings))

    def do(doing: Callable[[], Any]) -> Any:
        try:
            start.wait()
            return doing()
        except Refusal as fault:
            return fault.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(doings)) as threads:
        return list(threads.map(do, doings))
