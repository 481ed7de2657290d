"""Decide whether a count stayed flat, by a slope over time that is robust against single outliers."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import inf
from statistics import median
from typing import Any

from bench.soak.samples import Sample

HOUR = 3600.0
MOST_POINTS = 400

# The allowed growth per hour: a share of the value, or an amount of its unit if that is more.
SHARE_PER_HOUR = 0.05
LEEWAY = {
    "MB": 4.0,
    "files": 4.0,
    "threads": 1.0,
    "connections": 2.0,
    "keys": 50.0,
    "sockets": inf,
    "play": inf,
}


@dataclass(frozen=True, slots=True)
class Slope:
    """The trend of one count: its median, and its increase per hour by the median slope."""

    what: str
    middle: float
    least: float
    most: float
    an_hour: float
    limit: float

    @property
    def is_flat(self) -> bool:
        return self.an_hour <= self.limit

    def to_json(self) -> dict[str, Any]:
        rounded = {k: round(v, 2) if isinstance(v, float) else v for k, v in asdict(self).items()}
        return rounded | {"is_flat": self.is_flat}

    def as_text(self) -> str:
        verdict = "pass" if self.is_flat else "FAIL"
        return (
            f"{verdict}  {self.what}: {self.middle:,.1f} ({self.least:,.1f} to {self.most:,.1f}), "
            f"{self.an_hour:+,.2f} an hour (at most {self.limit:+,.1f})"
        )


def slopes(samples: Sequence[tuple[float, Sample]]) -> list[Slope]:
    """Return a slope for each count in the samples, which have their time in seconds."""
    step = max(1, len(samples) // MOST_POINTS)
    points = samples[::step]
    return [slope(what, [(at, sample[what]) for at, sample in points]) for what in points[0][1]]


def slope(what: str, points: Sequence[tuple[float, float]]) -> Slope:
    """Return the median of the slopes between all pairs of points (Theil and Sen)."""
    values = [value for _, value in points]
    rises = [(b - a) / (then - at) for (at, a), (then, b) in combinations(points, 2) if then > at]
    middle = median(values)
    limit = max(SHARE_PER_HOUR * middle, LEEWAY[what.rpartition(" ")[2]])
    return Slope(what, middle, min(values), max(values), median(rises) * HOUR if rises else 0.0, limit)
