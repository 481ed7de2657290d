"""The options and results of a part of the bench."""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """The options of `manage.py bench`. Unset ones use the part's own default."""

    quick: bool = False
    tables: tuple[int, ...] = ()
    seconds: float | None = None
    seed: int = 0
    databases: tuple[str, ...] = ("sqlite", "postgresql")
    sizes: tuple[int, ...] = ()


class MeasurementFailed(Exception):
    """A measurement failed, for the reason in the message."""


class Measurement(Protocol):
    """A figure, or a row of figures."""

    @property
    def passes(self) -> bool: ...

    def to_json(self) -> dict[str, Any]: ...

    def as_text(self) -> str: ...
