"""Lines of points as a picture: where everything stands in it, in the units of its own frame. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from game.profiles.curve import Line, Moment
from ranking.models import Kind

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 308, 12, 166
LABEL = 12  # so far apart the names at the ends of the lines must be
STEPS = (50, 100, 200, 250, 500, 1000, 2000)
RULES = 5  # across the picture, at most
TOLD = 12  # moments of a line that are told in words


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the picture, and the points it stands for."""

    y: float
    points: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """One line as it is drawn, and as it is told to who does not see it."""

    kind: Kind
    path: str
    label_y: float
    highest: Moment
    lowest: Moment
    told: tuple[Moment, ...]

    @property
    def now(self) -> Moment:
        return self.told[-1]


@dataclass(frozen=True, slots=True)
class Picture:
    """All that a curve of points is drawn from."""

    rules: tuple[Rule, ...]
    lines: tuple[Drawn, ...]
    since: datetime
    until: datetime

    width, height, left, right, bottom = WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM


def drawn(lines: Sequence[Line], now: datetime) -> Picture | None:
    """The picture of some lines until now; None where there is nothing to show."""
    if not lines:
        return None
    since = min(line.moments[0].at for line in lines)
    span = max((now - since).total_seconds(), 1.0)
    heights = [moment.points for line in lines for moment in line.moments]
    step = next((step for step in STEPS if _between(heights, step) <= RULES), STEPS[-1])
    low, high = _below(min(heights), step), _above(max(heights), step)

    def x(at: datetime) -> float:
        return round(LEFT + (RIGHT - LEFT) * (at - since).total_seconds() / span, 1)

    def y(points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (points - low) / (high - low), 1)

    def path(line: Line) -> str:
        until_now = (*line.moments, Moment(now, line.now))
        return " ".join(f"{x(moment.at)},{y(moment.points)}" for moment in until_now)

    labels = dict(_apart([(y(line.now), line.kind) for line in lines]))
    return Picture(
        rules=tuple(Rule(y(points), points) for points in range(low, high + 1, step)),
        lines=tuple(
            Drawn(
                kind=line.kind,
                path=path(line),
                label_y=labels[line.kind],
                highest=max(line.moments, key=lambda moment: moment.points),
                lowest=min(line.moments, key=lambda moment: moment.points),
                told=tuple(_some(line.moments)),
            )
            for line in lines
        ),
        since=since,
        until=now,
    )


def _below(points: int, step: int) -> int:
    return points // step * step


def _above(points: int, step: int) -> int:
    return (points // step + 1) * step


def _between(heights: Sequence[int], step: int) -> int:
    """How many rules there are from below the lowest to above the highest."""
    return (_above(max(heights), step) - _below(min(heights), step)) // step + 1


def _apart(ends: list[tuple[float, Kind]]) -> Iterator[tuple[Kind, float]]:
    """Where the names at the ends of the lines stand, so that none is written over another."""
    last = float("-inf")
    for end, kind in sorted(ends):
        last = max(end, last + LABEL)
        yield kind, last


def _some(moments: Sequence[Moment]) -> Iterator[Moment]:
    """A few of many moments, evenly, the first and the last among them."""
    last = len(moments) - 1
    for n in dict.fromkeys(round(n * last / (TOLD - 1)) for n in range(TOLD)):
        yield moments[n]
