"""The watchers of one table in this process."""

from collections.abc import Callable
from typing import Protocol

from game.engine.state import Seat


class Watcher(Protocol):
    """Somebody at a socket; `seat` is None for one who only watches."""

    seat: Seat | None

    def send(self, frame: bytes) -> None:
        """Send without waiting: one who cannot keep up is dropped, and comes back for what was missed."""


class Hub:
    """Keeps the watchers of a table by their seats, and broadcasts frames to them."""

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
        """The watchers of one seat, or those who only watch."""
        return tuple(self._watchers.get(seat, ()))

    def broadcast(self, frame_for: Callable[[Seat | None], bytes]) -> None:
        """Send everyone a frame, which is built once for all watchers of a seat."""
        for seat, watchers in self._watchers.items():
            if watchers:
                frame = frame_for(seat)
                for watcher in watchers:
                    watcher.send(frame)
