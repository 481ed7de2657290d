"""A clock that stands still while the machine does, so that a pause of it is nobody's delay."""

from threading import Lock, Thread
from time import monotonic, sleep

TICK, LONGEST = 0.02, 0.2  # seconds


class PauseFreeClock:
    """The seconds that this process has lived since it first asked."""

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
