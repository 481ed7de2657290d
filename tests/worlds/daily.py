"""A server whose days pass as a test wants, and the calls by which visitors play its daily game."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from tests.worlds.scripted_player import Visitor, connect_player

DAY = timedelta(days=1)
PATIENCE = 600.0  # seconds: a busy machine takes long for the games of a par
PAUSE = 0.05

Answer = TypeVar("Answer")


class MovedClock:
    """The clock of a server that runs `tests.worlds.moved_clock_settings`."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock-ahead-by"
        self._ahead_by = timedelta()
        self.move_to(self.next_evening())

    @property
    def environment(self) -> dict[str, str]:
        return {
            "CLOCK_AHEAD_BY": str(self.file),
            "DAILY": "1",
            "DJANGO_SETTINGS_MODULE": "tests.worlds.moved_clock_settings",
        }

    def now(self) -> datetime:
        """The time that the server has."""
        return datetime.now(UTC) + self._ahead_by

    def move_to(self, moment: datetime) -> None:
        """Set the server's clock ahead to a moment."""
        self._ahead_by = moment - datetime.now(UTC)
        written = self.file.with_suffix(".new")
        written.write_text(str(self._ahead_by.total_seconds()))
        written.replace(self.file)

    def pass_midnight(self) -> date:
        """Set the clock to a second after the next midnight; the day that ended."""
        ended = self.now().date()
        self.move_to(datetime.combine(ended + DAY, time(0, 0, 1), UTC))
        return ended

    @staticmethod
    def next_evening() -> datetime:
        """Ten in the evening of tomorrow: no midnight comes by itself while a test runs."""
        return datetime.combine(datetime.now(UTC).date() + DAY, time(22), UTC)


async def wait_for(ask: Callable[[], Answer], holds: Callable[[Answer], bool]) -> Answer:
    """Ask a server until its answer is the awaited one; fail with the last answer."""
    until = monotonic() + PATIENCE
    while not holds(answer := await asyncio.to_thread(ask)):
        assert monotonic() < until, answer
        await asyncio.sleep(PAUSE)
    return answer


def ask(visitor: Visitor, path: str) -> Any:
    """The JSON that a call answers; None where it is refused."""
    status, text = visitor.get(path)
    return json.loads(text) if status == 200 else None


async def wait_until_open(visitor: Visitor, day: date) -> None:
    """Wait until a day's game can be begun."""
    is_open = {"day": day.isoformat(), "open": True}
    await wait_for(
        lambda: ask(visitor, "/api/daily"), lambda one: bool(one) and is_open.items() <= one.items()
    )


async def wait_until_counted(visitor: Visitor, day: date) -> Any:
    """Wait until a day is over and its field is counted; the day as the call shows it."""
    return await wait_for(lambda: ask(visitor, f"/api/daily/{day}"), lambda one: bool(one and one["field"]))


def begin(visitor: Visitor) -> str:
    """Begin today's game; its table."""
    status, answer = visitor.post("/api/daily/play", b"{}")
    assert status == 201, answer
    return str(answer["game"])


async def play_to_the_end(visitor: Visitor) -> None:
    """Begin today's game and play it to its end."""
    game = await asyncio.to_thread(begin, visitor)
    async with connect_player(visitor, game) as person:
        await person.play_moves()


async def throw_and_leave(visitor: Visitor) -> None:
    """Begin today's game, make the first throw, and leave the table."""
    game = await asyncio.to_thread(begin, visitor)
    async with connect_player(visitor, game) as person:
        await person.play_moves(1)
