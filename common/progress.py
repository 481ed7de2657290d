"""Progress of long tasks: a bar on a terminal, a line per tenth in a file."""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TextIO, TypeAlias

BAR_WIDTH = 30
TENTHS = 10
QUIET_SECONDS = 2.0

StartProgress: TypeAlias = Callable[[int], Callable[[], None]]
"""Called with the number of pieces of a long job; returns what to call after each piece."""


class Progress:
    """The progress of a task, written to a stream."""

    def __init__(self, out: TextIO, pieces: int, silent: float = 0.0) -> None:
        """Write nothing in the first `silent` seconds, for tasks that finish by then."""
        self._out, self._pieces, self._silent = out, pieces, silent
        self._begun, self._done = monotonic(), 0

    def step(self, label: str) -> None:
        """Count one more piece, and write the progress."""
        self._done += 1
        if monotonic() - self._begun < self._silent:
            return
        if self._out.isatty():
            full = BAR_WIDTH * self._done // self._pieces
            bar = "█" * full + "░" * (BAR_WIDTH - full)
            self._out.write(f"\r\x1b[K{bar} {self._status(label)}")
            if self._done == self._pieces:
                self._out.write("\r\x1b[K")
            self._out.flush()
        elif self._done * TENTHS // self._pieces > (self._done - 1) * TENTHS // self._pieces:
            self._out.write(f"{self._status(label)}\n")
            self._out.flush()

    def _status(self, label: str) -> str:
        took = monotonic() - self._begun
        left = took / self._done * (self._pieces - self._done)
        percent = 100 * self._done // self._pieces
        return f"{percent}% {label}, {duration_text(took)} gone, {duration_text(left)} to go"


def progress_on(out: TextIO, label: str) -> StartProgress:
    """Return a progress that writes to a stream once the task has taken two seconds."""
    return lambda pieces: partial(Progress(out, pieces, QUIET_SECONDS).step, label)


def duration_text(seconds: float) -> str:
    """Format a duration in hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
