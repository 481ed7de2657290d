"""Who watches which table in this process, and how they are told."""

from collections.abc import Callable
from typing import Protocol

from game.engine.state import Seat


class Watcher(Protocol):
    """Somebody at a socket; `seat` is None for one who only looks on."""

    seat: Seat | None

    def send(self, frame: bytes) -> None:
        """Never waits: who cannot keep up is dropped, and comes back for what it missed."""


class Hub:
    """The watchers of one table."""

    def __init__(self) -> None:
        self._watchers: dict[Seat | None, list[Watcher]] = {}

    def join(self, watcher: Watcher) -> None:
        seated = self._watchers.setdefault(watcher.seat, [])
        if watcher not in seated:
            seated.append(watcher)

    def leave(self, watcher: Watcher) -> None:
        seated = self._watchers.get(watcher.seat, [])
        if watcher in seated:
            seated.remove(watcher)

    def watchers_of(self, seat: Seat | None) -> tuple[Watcher, ...]:
        """The watchers of one seat, or those who only look on."""
        return tuple(self._watchers.get(seat, ()))

    def broadcast(self, frame_for: Callable[[Seat | None], bytes]) -> None:
        """Tell everyone; what a seat may see is made once for all its watchers."""
        for seat, watchers in self._watchers.items():
            if watchers:
                frame = frame_for(seat)
                for watcher in watchers:
                    watcher.send(frame)
