"""A measured figure with its target."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """A measurement, and its lower or upper limit. Some have none."""

    part: str
    what: str
    value: float
    unit: str
    target: float | None = None
    more_is_better: bool = False

    @property
    def passes(self) -> bool:
        if self.target is None:
            return True
        return self.value >= self.target if self.more_is_better else self.value < self.target

    def to_json(self) -> dict[str, Any]:
        """Return the figure for a program."""
        return asdict(self) | {"passes": self.passes}

    def as_text(self) -> str:
        """Return the figure for a person."""
        told = f"{self.part}: {self.what}: {format_number(self.value)} {self.unit}"
        if self.target is None:
            return f"      {told}"
        limit = "at least" if self.more_is_better else "under"
        return f"{'pass' if self.passes else 'FAIL'}  {told} ({limit} {format_number(self.target)})"


def format_number(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def best_seconds(work: Callable[[], object], rounds: int = 9) -> float:
    """Return the undisturbed duration of the work: the best of some rounds."""
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)
