"""Points over time: read from the record of changes, thinned where there are more than a picture can show."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q, Window
from django.db.models.functions import RowNumber

from ranking.models import Change, Kind

SHOWN = 240  # moments of one line, about so many


@dataclass(frozen=True, slots=True)
class Moment:
    """What somebody's points were, and from when on."""

    at: datetime
    points: int


@dataclass(frozen=True, slots=True)
class Line:
    """How points came and went in one standing, the oldest first, from what one began with."""

    kind: Kind
    moments: tuple[Moment, ...]

    @property
    def now(self) -> int:
        return self.moments[-1].points


def lines_of(player_id: int) -> tuple[Line, ...]:
    """A line for each standing with a rated game in it: of many changes every so many-th, and the last."""
    back = Window(RowNumber(), partition_by="kind", order_by="-id")
    of = Window(Count("*"), partition_by="kind")
    changes = Change.objects.filter(player=player_id).annotate(back=back - 1, of=of)
    every = F("of") / SHOWN + 1
    thinned = changes.annotate(left_over=F("back") % every).filter(Q(left_over=0) | Q(back=F("of") - 1))
    rows = list(thinned.order_by("id").values_list("kind", "at", "own", "after"))
    return tuple(
        Line(kind, (_beginning(own), *[Moment(at, after) for _, at, _, after in own]))
        for kind in (Kind.PEOPLE, Kind.HOUSE)
        if (own := [row for row in rows if row[0] == kind])
    )


def _beginning(rows: list[tuple[str, datetime, int, int]]) -> Moment:
    _, at, before, _ = rows[0]
    return Moment(at, before)
