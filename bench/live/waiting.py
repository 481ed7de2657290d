"""Waiting on a machine that may itself stand still: virtual ones are paused for many seconds."""

import asyncio
from collections.abc import Awaitable
from time import perf_counter
from typing import TypeVar

from bench.live.progress import say
from bench.measurement import NothingMeasured

T = TypeVar("T")

PATIENCE = 20.0
STEP = 0.1
STOOD_STILL = 1.0

# When we noticed that the machine had stood still; all who waited notice the same.
stood_still: list[float] = []


async def patiently(awaited: Awaitable[T]) -> T:
    """What is awaited, if it comes in time; only the time that we ran ourselves is counted."""
    task = asyncio.ensure_future(awaited)
    for _ in range(int(PATIENCE / STEP)):
        asked = perf_counter()
        if (await asyncio.wait([task], timeout=STEP))[0]:
            return task.result()
        stillness(perf_counter() - asked - STEP)
    task.cancel()
    raise NothingMeasured(f"No answer came in {PATIENCE:g} s.")


async def rest(seconds: float, cut_short: asyncio.Event) -> float:
    """Wait, or until it is cut short; the seconds that the machine stood still meanwhile do not count."""
    still, begun = 0.0, perf_counter()
    while (left := seconds + still - (perf_counter() - begun)) > 0 and not cut_short.is_set():
        slept = perf_counter()
        await asyncio.sleep(min(STEP, left))
        still += stillness(perf_counter() - slept - min(STEP, left))
    return still


def stillness(late: float) -> float:
    """How much of a delay the machine is to blame for; it is told of."""
    if late < STOOD_STILL:
        return 0.0
    now = perf_counter()
    if not stood_still or now - stood_still[-1] > STOOD_STILL:
        stood_still.append(now)
        say(f"the machine stood still for {late:.1f} s: the slowest answers are not the server's")
    return late


class Pace:
    """Moments on a schedule, which moves on when the machine stood still."""

    def __init__(self) -> None:
        self._begun = perf_counter()

    async def until(self, moment: float) -> None:
        """Wait for a moment, in seconds after the beginning."""
        late = perf_counter() - self._begun - moment
        if late < 0:
            await asyncio.sleep(-late)
            late = perf_counter() - self._begun - moment
        self._begun += stillness(late)
