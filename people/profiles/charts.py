"""Lay out charts of lines over time, in the units of their own frame. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from common.chart_frame import MAX_GRID_LINES, ChartFrame, GridLine
from people.profiles.curve import PointsLine, PointsMoment
from people.profiles.skill import Average, Skill
from ranking.models import Kind

T = TypeVar("T")

LABEL_SPACING = 12  # the least distance between the labels at the ends of lines
PERCENT_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 25)
POINT_STEPS = (50, 100, 200, 250, 500, 1000, 2000)
MAX_TABLE_ROWS = 12  # points of a line that its text alternative lists


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line as drawn, and its text alternative."""

    kind: Kind
    path: str = field(compare=False)  # ends now
    label_y: float
    highest: PointsMoment
    lowest: PointsMoment
    table_rows: tuple[PointsMoment, ...]

    @property
    def now(self) -> PointsMoment:
        return self.table_rows[-1]


@dataclass(frozen=True, slots=True)
class PointsChart:
    """A chart of points.

    Charts are equal if they differ only in what depends on the time of the request, so that the rest is
    rendered once. A template that is drawn by chart shows neither a path nor the times of the frame.
    """

    grid_lines: tuple[GridLine, ...]
    lines: tuple[ChartLine, ...]
    frame: ChartFrame = field(compare=False)


def build_points_chart(lines: Sequence[PointsLine], now: datetime) -> PointsChart | None:
    """Return the chart of these lines until now, or None if there is nothing to show."""
    if not lines:
        return None
    heights = [moment.points for line in lines for moment in line.moments]
    step = next(
        (step for step in POINT_STEPS if _count_grid_lines(heights, step) <= MAX_GRID_LINES), POINT_STEPS[-1]
    )
    low, high = _round_down(min(heights), step), _round_up(max(heights), step)
    frame = ChartFrame(min(line.moments[0].at for line in lines), now, low, high)
    labels = dict(_spread_labels([(frame.y(line.now), line.kind) for line in lines]))
    return PointsChart(
        grid_lines=tuple(GridLine(frame.y(points), points) for points in range(low, high + 1, step)),
        lines=tuple(
            ChartLine(
                kind=line.kind,
                path=frame.path([(moment.at, moment.points) for moment in line.moments]),
                label_y=labels[line.kind],
                highest=max(line.moments, key=lambda moment: moment.points),
                lowest=min(line.moments, key=lambda moment: moment.points),
                table_rows=tuple(_evenly_sampled(line.moments)),
            )
            for line in lines
        ),
        frame=frame,
    )


@dataclass(frozen=True, slots=True)
class SkillChart:
    """A chart of skill, and its text alternative."""

    grid_lines: tuple[GridLine, ...]
    path: str
    label_y: float
    now: float
    best: Average
    table_rows: tuple[Average, ...]
    games: int
    frame: ChartFrame


def build_skill_chart(skill: Skill | None, now: datetime) -> SkillChart | None:
    """Return the chart of a player's skill until now, with no loss at the top, or None without data."""
    if skill is None:
        return None
    most = max([average.percent for average in skill.averages])
    step = next((step for step in PERCENT_STEPS if most / step < MAX_GRID_LINES - 1), PERCENT_STEPS[-1])
    rules = int(most / step) + 2
    frame = ChartFrame(skill.averages[0].at, now, 0, (rules - 1) * step)
    return SkillChart(
        grid_lines=tuple(GridLine(frame.y(n * step), n * step) for n in range(rules)),
        path=frame.path([(average.at, average.percent) for average in skill.averages]),
        label_y=frame.y(skill.now.percent),
        now=skill.now.percent,
        best=skill.best,
        table_rows=tuple(_evenly_sampled(skill.averages)),
        games=skill.games,
        frame=frame,
    )


def _round_down(points: int, step: int) -> int:
    return points // step * step


def _round_up(points: int, step: int) -> int:
    return (points // step + 1) * step


def _count_grid_lines(heights: Sequence[int], step: int) -> int:
    """Return the number of grid lines from below the lowest to above the highest value."""
    return (_round_up(max(heights), step) - _round_down(min(heights), step)) // step + 1


def _spread_labels(ends: list[tuple[float, Kind]]) -> Iterator[tuple[Kind, float]]:
    """Yield the positions of the labels at the ends of the lines, so that none covers another."""
    last = float("-inf")
    for end, kind in sorted(ends):
        last = max(end, last + LABEL_SPACING)
        yield kind, last


def _evenly_sampled(moments: Sequence[T]) -> Iterator[T]:
    """Yield a few of many points, evenly spaced, including the first and the last."""
    last = len(moments) - 1
    for n in dict.fromkeys(round(n * last / (MAX_TABLE_ROWS - 1)) for n in range(MAX_TABLE_ROWS)):
        yield moments[n]
