"""Lets one request at a time check or set a password, so that a flood of them leaves CPU time to players.

The next turn goes to the neighbourhood with the fewest recent turns. Among equals, it goes to the one with
the fewest recent requests. So floods wait behind all other requests, however many addresses of a
neighbourhood they use.
"""

import asyncio
from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass

MAX_WAITING = 100
MAX_WAIT = 8.0  # seconds
# After each turn, the queue rests for this many times the turn's duration, but at most MAX_REST seconds.
REST_FACTOR = 2
MAX_REST = 1.0
# Turns and visits count for ten to twenty minutes, or for less if very many neighbourhoods come.
COUNTED_SECONDS = 600.0
TURN_WEIGHT = 1000  # of a turn, while a request weighs 1
MAX_COUNTED = 100_000


class QueueFull(Exception):
    """There is no turn for this request. It may be retried."""


@dataclass(eq=False, slots=True)
class Waiting:
    """A waiting request. `called` says whether it has its turn."""

    neighbourhood: str | None
    called: "asyncio.Future[bool]"


class PasswordQueue:
    """The waiting requests in order of arrival, and the recent use by each neighbourhood."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._is_free = True
        self._waiting: list[Waiting] = []
        self._weights: Counter[str | None] = Counter()
        self._earlier_weights: Counter[str | None] = Counter()
        self._counting_since = self.loop.time()

    async def wait_for_turn(self, neighbourhood: str | None) -> "Turn":
        """Wait for a turn. Raise QueueFull if there is none."""
        self._count(neighbourhood, 1)
        own = Waiting(neighbourhood, self.loop.create_future())
        self._waiting.append(own)
        self._call_next()
        if len(self._waiting) > MAX_WAITING:
            last = max(reversed(self._waiting), key=self._weight_of)
            self._waiting.remove(last)
            last.called.set_result(False)
        try:
            async with asyncio.timeout(MAX_WAIT):
                # Shielded: a caller that is gone but not yet cancelled can still be called.
                has_turn = await asyncio.shield(own.called)
        except TimeoutError:
            self._give_up(own)
            raise QueueFull from None
        except asyncio.CancelledError:
            self._give_up(own)
            raise
        if not has_turn:
            raise QueueFull
        return Turn(self)

    def end_turn(self) -> None:
        """Free the turn and admit the next waiting request."""
        self._is_free = True
        self._call_next()

    def _give_up(self, own: Waiting) -> None:
        if own in self._waiting:
            self._waiting.remove(own)
        elif own.called.result():  # called at this moment
            self.end_turn()

    def _call_next(self) -> None:
        if self._is_free and self._waiting:
            self._is_free = False
            first = min(self._waiting, key=self._weight_of)
            self._waiting.remove(first)
            self._count(first.neighbourhood, TURN_WEIGHT)
            first.called.set_result(True)

    def _weight_of(self, waiting: Waiting) -> int:
        return self._weights[waiting.neighbourhood] + self._earlier_weights[waiting.neighbourhood]

    def _count(self, neighbourhood: str | None, weight: int) -> None:
        now = self.loop.time()
        if now - self._counting_since > COUNTED_SECONDS or len(self._weights) >= MAX_COUNTED:
            self._earlier_weights, self._weights, self._counting_since = self._weights, Counter(), now
        self._weights[neighbourhood] += weight


class Turn:
    """The turn of one request. The next one follows after it and a rest."""

    def __init__(self, queue: PasswordQueue) -> None:
        self.began = queue.loop.time()
        self._queue = queue
        self._is_over = False
        _current_turn.set(self)

    def end(self) -> None:
        """End the turn, from any thread. A second call has no effect."""
        if not self._is_over:
            self._is_over = True
            loop = self._queue.loop
            rest = min(REST_FACTOR * (loop.time() - self.began), MAX_REST)
            loop.call_soon_threadsafe(loop.call_later, rest, self._queue.end_turn)


_current_turn: ContextVar[Turn | None] = ContextVar("current_turn", default=None)


def end_turn() -> None:
    """End the turn of the current request once its password is hashed. Its remaining work may take long."""
    if (turn := _current_turn.get()) is not None:
        turn.end()
