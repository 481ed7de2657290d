"""Wait on a machine that may itself pause, as virtual machines do for many seconds."""

import asyncio
from collections.abc import Awaitable
from time import perf_counter
from typing import TypeVar

from bench.live.progress import log_progress
from bench.measurement import MeasurementFailed

T = TypeVar("T")

TIMEOUT = 20.0
STEP = 0.1
PAUSE_SECONDS = 1.0

# The times when we noticed a pause. All waiting tasks notice the same one.
pauses: list[float] = []


async def wait_excluding_pauses(awaited: Awaitable[T]) -> T:
    """Await something with a timeout that only counts the time that we ran."""
    task = asyncio.ensure_future(awaited)
    for _ in range(int(TIMEOUT / STEP)):
        asked = perf_counter()
        if (await asyncio.wait([task], timeout=STEP))[0]:
            return task.result()
        pause_seconds(perf_counter() - asked - STEP)
    task.cancel()
    raise MeasurementFailed(f"No answer came in {TIMEOUT:g} s.")


async def sleep_excluding_pauses(seconds: float, cut_short: asyncio.Event) -> float:
    """Sleep, or until it is cut short. Pauses of the machine do not count."""
    still, begun = 0.0, perf_counter()
    while (left := seconds + still - (perf_counter() - begun)) > 0 and not cut_short.is_set():
        slept = perf_counter()
        await asyncio.sleep(min(STEP, left))
        still += pause_seconds(perf_counter() - slept - min(STEP, left))
    return still


def pause_seconds(late: float) -> float:
    """Return how much of a delay the machine caused, and report it."""
    if late < PAUSE_SECONDS:
        return 0.0
    now = perf_counter()
    if not pauses or now - pauses[-1] > PAUSE_SECONDS:
        pauses.append(now)
        log_progress(f"the machine was paused for {late:.1f} s: the slowest answers are not the server's")
    return late


class Schedule:
    """Scheduled moments, which shift when the machine pauses."""

    def __init__(self) -> None:
        self._begun = perf_counter()

    async def wait_until(self, moment: float) -> None:
        """Wait for a moment, in seconds after the start."""
        late = perf_counter() - self._begun - moment
        if late < 0:
            await asyncio.sleep(-late)
            late = perf_counter() - self._begun - moment
        self._begun += pause_seconds(late)
