"""What a part of the bench is given, and what it yields."""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """The options of `manage.py bench`; what is not set is what the part itself thinks right."""

    quick: bool = False
    tables: tuple[int, ...] = ()
    seconds: float | None = None
    seed: int = 0
    databases: tuple[str, ...] = ("sqlite", "postgresql")
    profile: str | None = None


class MeasurementFailed(Exception):
    """What was to be measured did not work, with a sentence that says why."""


class Measurement(Protocol):
    """A figure, or a row of them."""

    @property
    def passes(self) -> bool: ...

    def to_json(self) -> dict[str, Any]: ...

    def as_text(self) -> str: ...
