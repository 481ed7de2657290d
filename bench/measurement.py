"""What is asked of a measure."""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of `manage.py bench`; what is not set is what the part itself thinks right."""

    quick: bool = False
    tables: tuple[int, ...] = ()
    seconds: float | None = None
    seed: int = 0
    servers: tuple[str, ...] = ("daphne", "uvicorn")
    databases: tuple[str, ...] = ("sqlite", "postgresql")
    profile: str | None = None


class NothingMeasured(Exception):
    """What was to be measured did not work, with a sentence that says why."""


class Measured(Protocol):
    """A figure, or a row of them."""

    @property
    def passes(self) -> bool: ...

    def told(self) -> dict[str, Any]: ...

    def line(self) -> str: ...
