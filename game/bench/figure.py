"""A measured figure beside its target."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, and what it should be at least, or stay under; some have no target."""

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


def seconds(work: Callable[[], object], rounds: int = 9) -> float:
    """How long the work takes when nothing else disturbs it: the best of some rounds."""
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)
