"""Wakes waiting tasks of this process when something happens."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# Messages can be lost, so waiting tasks also check by themselves this often, in seconds.
LOOK_SECONDS = 1.0


class Bell:
    """A bell that wakes one waiting task. It is also rung if too many tasks wait for the same thing."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self.is_taken_down = False

    def ring(self) -> None:
        self._event.set()

    async def wait(self, seconds: float) -> None:
        """Wait until the bell rings or it is time to check."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._event.wait(), min(seconds, LOOK_SECONDS))
        self._event.clear()


class Bells:
    """The bells of waiting tasks, by the number of the thing they wait for, oldest first."""

    def __init__(self) -> None:
        self._bells: dict[int, list[Bell]] = defaultdict(list)

    @contextmanager
    def hang(self, number: int, most: float = math.inf) -> Iterator[Bell]:
        """Provide a bell while a task waits. Beyond `most` bells, the oldest is rung and removed."""
        bell, bells = Bell(), self._bells[number]
        bells.append(bell)
        if len(bells) > most:
            eldest = bells.pop(0)
            eldest.is_taken_down = True
            eldest.ring()
        try:
            yield bell
        finally:
            if bell in bells:
                bells.remove(bell)
            if not bells and self._bells.get(number) is bells:  # and not the bells of later tasks
                del self._bells[number]

    def ring(self, number: int) -> None:
        """Wake all tasks of this process that wait for this number."""
        for bell in self._bells.get(number, ()):
            bell.ring()


asked_bells, answered_bells = Bells(), Bells()
