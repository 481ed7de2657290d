"""Limits how often a socket gets its whole table: a hello is cheap, its answer takes several queries."""

import asyncio
from collections.abc import Awaitable, Callable

from game.runtime.scheduler import run_in_background
from game.wire.messages import Hello

# How many hellos of a socket are answered at once, and how many per second. The rest share one later answer.
HELLO_BURST, HELLOS_PER_SECOND = 5, 1
# A hello within this many seconds after another is a repeat, and waits behind newcomers.
REPEATED_WITHIN = 30.0


class Hellos:
    """The hellos of one socket. `answer` is called with a hello and with whether it is a repeat."""

    def __init__(self, answer: Callable[[Hello, bool], Awaitable[None]]) -> None:
        self._answer = answer
        self._allowance = float(HELLO_BURST)
        self._last: float | None = None
        self._late: Hello | None = None

    async def handle(self, hello: Hello) -> None:
        """Answer a hello now, or later together with those that come in the meantime."""
        if self._late is not None:
            self._late = earlier_of(self._late, hello)
            return
        now = asyncio.get_running_loop().time()
        since_last = float("inf") if self._last is None else now - self._last
        self._allowance = min(HELLO_BURST, self._allowance + since_last * HELLOS_PER_SECOND) - 1
        self._last = now
        if self._allowance < 0:
            self._late = hello
            run_in_background(self._answer_late(-self._allowance / HELLOS_PER_SECOND))
        else:
            await self._answer(hello, since_last < REPEATED_WITHIN)

    async def _answer_late(self, wait: float) -> None:
        await asyncio.sleep(wait)
        hello, self._late = self._late, None
        if hello is not None:
            await self._answer(hello, True)


def earlier_of(one: Hello, other: Hello) -> Hello:
    """Return a hello whose answer serves both, with the history since the earlier ply."""
    return min(one, other, key=lambda hello: (not hello.history, hello.since))
