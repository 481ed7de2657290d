"""Wakes those of this process who wait for something to happen."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# What was published may be lost: so often they look by themselves, in seconds.
LOOK_SECONDS = 1.0


class Bell:
    """Rings for one who waits, or is taken down where too many wait for the same."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self.is_taken_down = False

    def ring(self) -> None:
        self._event.set()

    async def wait(self, seconds: float) -> None:
        """Wait until it rings, or it is time to look."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._event.wait(), min(seconds, LOOK_SECONDS))
        self._event.clear()


class Bells:
    """The bells of those who wait, by the number of what they wait for, the eldest first."""

    def __init__(self) -> None:
        self._bells: dict[int, list[Bell]] = defaultdict(list)

    @contextmanager
    def hang(self, number: int, most: float = math.inf) -> Iterator[Bell]:
        """A bell that rings when it happens, for as long as somebody waits; beyond `most` the eldest goes."""
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
            if not bells and self._bells.get(number) is bells:  # and not of those who came after these
                del self._bells[number]

    def ring(self, number: int) -> None:
        """Wake all who wait for it here."""
        for bell in self._bells.get(number, ()):
            bell.ring()


asked_bells, answered_bells = Bells(), Bells()
