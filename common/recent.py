"""A short-lived cache of a function's result in this process."""

from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """The last result of a function. It is called again when the result is too old."""

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
