"""One query per second for all jobs that only do due work.

A job gives a condition in SQL. It may use the time: %(now)s, or %(now_ms)s in milliseconds.
"""

import asyncio
from collections.abc import Iterable
from typing import Any

from django.db import connection

from common import clock
from common.database.thread import on_the_database_thread

FRESH_SECONDS = 0.5


class DueConditions:
    """Conditions that are checked together. All callers at the same moment share the answers."""

    def __init__(self, conditions: Iterable[str]) -> None:
        self._conditions = list(conditions)
        self._asked_at = -FRESH_SECONDS
        self._answers: asyncio.Future[dict[str, bool]] | None = None

    async def is_met(self, condition: str) -> bool:
        """Return whether the SQL of a condition finds a row."""
        now = asyncio.get_running_loop().time()
        if self._answers is None or now - self._asked_at >= FRESH_SECONDS:
            self._asked_at = now
            self._answers = asyncio.ensure_future(on_the_database_thread(self._load)())
        return (await self._answers)[condition]

    def _load(self) -> dict[str, bool]:
        now = connection.ops.adapt_datetimefield_value(clock.now())
        values: dict[str, Any] = {"now": now, "now_ms": clock.milliseconds()}
        columns = ", ".join(f"EXISTS ({condition})" for condition in self._conditions)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {columns}", values)
            return dict(zip(self._conditions, map(bool, cursor.fetchone()), strict=True))
