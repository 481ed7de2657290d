"""The watchers of one table in this process."""

from collections.abc import Callable
from typing import Protocol

from game.engine.state import Seat


class Watcher(Protocol):
    """A socket at the table; `seat` is None for a spectator."""

    seat: Seat | None

    def send(self, frame: bytes) -> None:
        """Send without waiting.

        A socket that falls behind is dropped and fetches what it missed when it reconnects.
        """


class Hub:
    """The watchers of a table, by seat, to which frames are broadcast."""

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
        """Return the watchers of one seat; None stands for spectators."""
        return tuple(self._watchers.get(seat, ()))

    def broadcast(self, frame_for: Callable[[Seat | None], bytes]) -> None:
        """Send every watcher a frame, built once per seat."""
        for seat, watchers in self._watchers.items():
            if watchers:
                frame = frame_for(seat)
                for watcher in watchers:
                    watcher.send(frame)
