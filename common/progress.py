"""How far it is: a bar for a person who watches, a line every tenth for a file."""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TextIO, TypeAlias

BAR_WIDTH = 30
TENTHS = 10
QUIET_SECONDS = 2.0

StartProgress: TypeAlias = Callable[[int], Callable[[], None]]
"""Told by long work how many pieces it has; what it answers is then called for every piece that is done."""


class Progress:
    """Told of every piece of work that is done, on a stream of its own."""

    def __init__(self, out: TextIO, pieces: int, silent: float = 0.0) -> None:
        """Says nothing in the first `silent` seconds: who had no time to wonder need not be told."""
        self._out, self._pieces, self._silent = out, pieces, silent
        self._begun, self._done = monotonic(), 0

    def step(self, what: str) -> None:
        """One piece more."""
        self._done += 1
        if monotonic() - self._begun < self._silent:
            return
        if self._out.isatty():
            full = BAR_WIDTH * self._done // self._pieces
            bar = "█" * full + "░" * (BAR_WIDTH - full)
            self._out.write(f"\r\x1b[K{bar} {self._status(what)}")
            if self._done == self._pieces:
                self._out.write("\r\x1b[K")
            self._out.flush()
        elif self._done * TENTHS // self._pieces > (self._done - 1) * TENTHS // self._pieces:
            self._out.write(f"{self._status(what)}\n")
            self._out.flush()

    def _status(self, what: str) -> str:
        took = monotonic() - self._begun
        left = took / self._done * (self._pieces - self._done)
        percent = 100 * self._done // self._pieces
        return f"{percent}% {what}, {duration_text(took)} gone, {duration_text(left)} to go"


def progress_on(out: TextIO, what: str) -> StartProgress:
    """Word on a stream of how far work is, once somebody has waited for two seconds."""
    return lambda pieces: partial(Progress(out, pieces, QUIET_SECONDS).step, what)


def duration_text(seconds: float) -> str:
    """Hours, minutes and seconds, as a clock shows them."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
