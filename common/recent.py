"""What took some work is kept for a moment, in this process alone."""

from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """What a function returned last; it is called anew when that is too old."""

    def __init__(self, compute: Callable[[], Value], seconds: float) -> None:
        self._compute, self._seconds = compute, seconds
        self._kept: tuple[float, Value] | None = None

    def get(self) -> Value:
        kept = self._kept
        if kept is None or monotonic() >= kept[0]:
            self._kept = kept = (monotonic() + self._seconds, self._compute())
        return kept[1]

    def forget(self) -> None:
        self._kept = None
