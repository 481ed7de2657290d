"""Lay out bars and whiskers, in whole units of a drawing 1000 wide and 200 high. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap
from math import sqrt

WIDE, HIGH = 1000, 200
GAP = 0.2  # share of the room for a bar
Z_95 = 1.96  # standard deviations to either side, for 95 in a hundred


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, with its label and count."""

    label: str
    value: int
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Bars:
    """A row of bars, scaled to the highest."""

    title: str
    bars: tuple[Bar, ...]

    @property
    def total(self) -> int:
        return sum(bar.value for bar in self.bars)

    @property
    def most(self) -> int:
        return max((bar.value for bar in self.bars), default=0)

    @property
    def first(self) -> str:
        return self.bars[0].label

    @property
    def last(self) -> str:
        return self.bars[-1].label


@dataclass(frozen=True, slots=True)
class Whisker:
    """A share with its 95% band, and a mark to compare it with."""

    low: int
    middle: int
    high: int
    mark: int

    @property
    def width(self) -> int:
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Share:
    """The frequency of an outcome, with its confidence band."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0


def build_bars(title: str, counted: Sequence[tuple[str, int]]) -> Bars:
    """Lay out counts side by side."""
    room = WIDE / max(1, len(counted))
    most = max((value for _, value in counted), default=0) or 1

    def bar(place: int, label: str, value: int) -> Bar:
        height = round(HIGH * value / most)
        return Bar(label, value, round(room * place), HIGH - height, round(room * (1 - GAP)), height)

    return Bars(title, tuple(starmap(bar, ((n, *one) for n, one in enumerate(counted)))))


def wilson_share(count: int, of: int) -> Share:
    """Return a share with its 95% Wilson band, which is also valid for few games."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    p, z = count / of, Z_95 * Z_95 / of
    middle, half = p + z / 2, Z_95 * sqrt(p * (1 - p) / of + z / (4 * of))
    return Share(count, of, (middle - half) / (1 + z), (middle + half) / (1 + z))


def build_whisker(low: float, middle: float, high: float, mark: float, scale: tuple[float, float]) -> Whisker:
    """Lay out a band on a scale. Values beyond the scale are drawn at its end."""
    begins, ends = scale

    def at(value: float) -> int:
        return round(WIDE * max(0.0, min(1.0, (value - begins) / (ends - begins))))

    return Whisker(at(low), at(middle), at(high), at(mark))
