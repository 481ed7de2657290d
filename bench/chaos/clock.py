"""A clock that stops while the whole machine is paused, so that no pause counts as a delay."""

from threading import Lock, Thread
from time import monotonic, sleep

TICK, LONGEST = 0.02, 0.2  # seconds


class PauseFreeClock:
    """The seconds for which this process has run since its first call."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._begun = Lock()

    def __call__(self) -> float:
        if self._begun.acquire(blocking=False):
            Thread(target=self._tick, daemon=True).start()
        return self._seconds

    def _tick(self) -> None:
        last = monotonic()
        while True:
            sleep(TICK)
            now = monotonic()
            self._seconds += min(now - last, LONGEST)
            last = now


pause_free_time = PauseFreeClock()
