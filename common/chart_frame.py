"""The frame of a line chart over time: its units, and the position of times and values. Pure functions."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 308, 12, 166
MAX_GRID_LINES = 5  # across the chart, at most


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line across the chart, and its value."""

    y: float
    value: float


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """The range of times and values that a chart shows."""

    since: datetime
    until: datetime
    low: float
    high: float

    width, height, left, right, bottom = WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM

    def x(self, at: datetime) -> float:
        span = max((self.until - self.since).total_seconds(), 1.0)
        return round(LEFT + (RIGHT - LEFT) * (at - self.since).total_seconds() / span, 1)

    def y(self, value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low), 1)

    def path(self, moments: Iterable[tuple[datetime, float]]) -> str:
        """Return the path of a line through these points. The last value holds until now."""
        points = [(self.x(at), self.y(value)) for at, value in moments]
        points.append((self.x(self.until), points[-1][1]))
        return " ".join([f"{x},{y}" for x, y in points])
