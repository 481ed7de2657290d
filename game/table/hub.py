"""Who watches which table in this process, and how they are told."""

from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

from game.engine.state import Seat


class Watcher(Protocol):
    """Somebody at a socket; `seat` is None for one who only looks on."""

    seat: Seat | None

    async def tell(self, frame: bytes) -> None: ...


class Hub:
    """The watchers of one table."""

    def __init__(self) -> None:
        self._watchers: dict[Seat | None, list[Watcher]] = defaultdict(list)

    def join(self, watcher: Watcher) -> None:
        if watcher not in self._watchers[watcher.seat]:
            self._watchers[watcher.seat].append(watcher)

    def leave(self, watcher: Watcher) -> None:
        if watcher in self._watchers[watcher.seat]:
            self._watchers[watcher.seat].remove(watcher)

    async def tell(self, frame_for: Callable[[Seat | None], bytes]) -> None:
        """Tell everyone; what a seat may see is made once for all its watchers."""
        for seat, watchers in tuple(self._watchers.items()):
            if watchers:
                frame = frame_for(seat)
                for watcher in tuple(watchers):
                    await watcher.tell(frame)
