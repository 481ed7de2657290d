"""Lines over time as a picture: where everything stands in it, in the units of its own frame. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from game.profiles.curve import Line, Moment
from game.profiles.skill import Average, Skill
from ranking.models import Kind

T = TypeVar("T")

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 308, 12, 166
LABEL = 12  # so far apart the names at the ends of the lines must be
PERCENTS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 25)
STEPS = (50, 100, 200, 250, 500, 1000, 2000)
RULES = 5  # across the picture, at most
TOLD = 12  # moments of a line that are told in words


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the picture, and what it stands for."""

    y: float
    value: float


@dataclass(frozen=True, slots=True)
class Frame:
    """What a picture shows: from when to when, and from how low to how high."""

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
        """A line through these moments, whose last holds until now."""
        points = [(self.x(at), self.y(value)) for at, value in moments]
        points.append((self.x(self.until), points[-1][1]))
        return " ".join([f"{x},{y}" for x, y in points])


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
    frame: Frame


def drawn(lines: Sequence[Line], now: datetime) -> Picture | None:
    """The picture of some lines until now; None where there is nothing to show."""
    if not lines:
        return None
    heights = [moment.points for line in lines for moment in line.moments]
    step = next((step for step in STEPS if _between(heights, step) <= RULES), STEPS[-1])
    low, high = _below(min(heights), step), _above(max(heights), step)
    frame = Frame(min(line.moments[0].at for line in lines), now, low, high)
    labels = dict(_apart([(frame.y(line.now), line.kind) for line in lines]))
    return Picture(
        rules=tuple(Rule(frame.y(points), points) for points in range(low, high + 1, step)),
        lines=tuple(
            Drawn(
                kind=line.kind,
                path=frame.path([(moment.at, moment.points) for moment in line.moments]),
                label_y=labels[line.kind],
                highest=max(line.moments, key=lambda moment: moment.points),
                lowest=min(line.moments, key=lambda moment: moment.points),
                told=tuple(_some(line.moments)),
            )
            for line in lines
        ),
        frame=frame,
    )


@dataclass(frozen=True, slots=True)
class SkillPicture:
    """What skill over time is drawn from, and told with to who does not see it."""

    rules: tuple[Rule, ...]
    path: str
    label_y: float
    now: float
    best: Average
    told: tuple[Average, ...]
    games: int
    frame: Frame


def drawn_skill(skill: Skill | None, now: datetime) -> SkillPicture | None:
    """The picture of a skill until now, from nothing lost upwards; None where there is nothing to show."""
    if skill is None:
        return None
    most = max([average.percent for average in skill.averages])
    step = next((step for step in PERCENTS if most / step < RULES - 1), PERCENTS[-1])
    rules = int(most / step) + 2
    frame = Frame(skill.averages[0].at, now, 0, (rules - 1) * step)
    return SkillPicture(
        rules=tuple(Rule(frame.y(n * step), n * step) for n in range(rules)),
        path=frame.path([(average.at, average.percent) for average in skill.averages]),
        label_y=frame.y(skill.now.percent),
        now=skill.now.percent,
        best=skill.best,
        told=tuple(_some(skill.averages)),
        games=skill.games,
        frame=frame,
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


def _some(moments: Sequence[T]) -> Iterator[T]:
    """A few of many moments, evenly, the first and the last among them."""
    last = len(moments) - 1
    for n in dict.fromkeys(round(n * last / (TOLD - 1)) for n in range(TOLD)):
        yield moments[n]
