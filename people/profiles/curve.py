"""Points over time, read from the record of changes, and thinned to what a chart can show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from django.db.models import Count, F, Model, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from common.database.compiled_query import CompiledQuery
from ranking.models import Change, Kind

Row = TypeVar("Row", bound=Model)

MAX_MOMENTS = 240  # points of one line, approximately


@dataclass(frozen=True, slots=True)
class PointsMoment:
    """A player's points from a moment on."""

    at: datetime
    points: int


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A player's points in one standing, oldest first, beginning with the initial points."""

    kind: Kind
    moments: tuple[PointsMoment, ...]

    @property
    def now(self) -> int:
        return self.moments[-1].points


def points_lines(player_id: int) -> tuple[PointsLine, ...]:
    """Return a line for each standing with a rated game. Of many changes it has every n-th and the last."""
    rows = _points(MAX_MOMENTS).fetch_all(player_id)[::-1]
    return tuple(
        PointsLine(kind, (_first_moment(own), *[PointsMoment(at, after) for _, at, _, after in own]))
        for kind in (Kind.PEOPLE, Kind.HOUSE, Kind.BOTS)
        if (own := [row for row in rows if row[0] == kind])
    )


def downsample(
    rows: QuerySet[Row], most: int, newest_first: Sequence[str], of_each: str | None = None
) -> QuerySet[Row]:
    """Return every n-th of many rows with the newest and the oldest, optionally per value of `of_each`."""
    back = Window(RowNumber(), partition_by=of_each, order_by=newest_first)
    numbered = rows.annotate(back=back - 1, of=Window(Count("*"), partition_by=of_each))
    left_over = numbered.annotate(left_over=F("back") % (F("of") / most + 1))
    shown: QuerySet[Row] = left_over.filter(Q(left_over=0) | Q(back=F("of") - 1))
    # In the order of the row numbers, for which there may be an index. Another order would sort all rows.
    return shown.order_by(*newest_first if of_each is None else (of_each, *newest_first))


@lru_cache(10)
def _points(most: int) -> CompiledQuery:
    def select(player: int) -> QuerySet[Change, Any]:
        changes = downsample(Change.objects.filter(player=player), most, ("-id",), of_each="kind")
        return changes.values_list("kind", "at", "own", "after")

    return CompiledQuery(select, -9)


def _first_moment(rows: list[Any]) -> PointsMoment:
    _, at, before, _ = rows[0]
    return PointsMoment(at, before)
