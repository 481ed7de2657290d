"""The top of a list and a player's neighbours in it, read by the index `the_ladder` at any length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from django.core.cache import cache
from django.db.models import Count, IntegerField, Q, QuerySet, Subquery

from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from ranking.models import Kind, Standing
from ranking.rules.levels import level
from ranking.rules.trend import Trend, parse_trend

TOP = 50
NEIGHBOURS = 3
# The most players above a player to count; beyond that, the census is used.
MAX_COUNTED = 10_000
CENSUS_LASTS = 60  # seconds
SIZES = 200  # of the lists that are read, each with its own SQL

DOWN = ("kind", "-points", "player")
UP = ("-kind", "points", "-player")


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of the list: a player and their rank, shared by equal points."""

    rank: int
    standing: Standing

    @property
    def level(self) -> int:
        return level(self.standing.points).number

    @property
    def trend(self) -> Trend:
        return parse_trend(self.standing.recent)


def load_top(kind: Kind, size: int | None = None) -> list[LeaderboardRow]:
    """Return the first fifty, or so many."""
    rows = _top_query(size or TOP).fetch_all(kind.value)
    return list(_rank_rows(rows, above=0, ties=0))


def load_after(own: Standing, size: int) -> list[LeaderboardRow]:
    """Return so many players after a listed one."""
    rows = [own, *_load_below(own, size)]
    return list(_rank_rows(rows, above=_count_above(own), ties=_count_ties(own)))[1:]


def load_neighbours(own: Standing) -> list[LeaderboardRow]:
    """Return a listed player, and three neighbours on each side."""
    above = _above.fetch_all(own.kind, own.points, own.player_id)
    rows = [*reversed(above), own, *_load_below(own, NEIGHBOURS)]
    first = rows[0]
    return list(_rank_rows(rows, above=_count_above(first), ties=_count_ties(first)))


def compute_rank(own: Standing) -> int:
    """Return the rank of a listed player."""
    return _count_above(own) + 1


def listed_standings(kind: Kind) -> QuerySet[Standing]:
    return Standing.objects.filter(kind=kind, listed=True)


def _select_above(kind: Kind, points: int, player: int) -> QuerySet[Standing]:
    # The bound makes the index start here. The filter before it only skips equals.
    higher = Q(points__gt=points) | Q(player__lt=player)
    above = listed_standings(kind).exclude(player=player).filter(higher, points__gte=points)
    return above.order_by(*UP)[:NEIGHBOURS]


def _select_below(size: int, kind: Kind, points: int, player: int) -> QuerySet[Standing]:
    """Return the standings after one, which has the same bound as those above it."""
    lower = Q(points__lt=points) | Q(player__gt=player)
    below = listed_standings(kind).exclude(player=player).filter(lower, points__lte=points)
    return below.order_by(*DOWN)[:size]


def _select_ties(kind: Kind, points: int, player: int) -> QuerySet[Standing, Any]:
    ties = listed_standings(kind).filter(points=points, player__lt=player)
    return ties.order_by().values("kind").annotate(n=Count("*")).values_list("n")


_ties = CompiledQuery(_select_ties, "a kind", -1, -2)
_above = CompiledModelQuery(Standing, _select_above, "a kind", -1, -2, related=("player",))


@lru_cache(SIZES)
def _top_query(size: int) -> CompiledModelQuery[Standing]:
    return CompiledModelQuery(
        Standing,
        lambda kind: listed_standings(kind).order_by(*DOWN)[:size],
        "a kind",
        related=("player",),
    )


@lru_cache(SIZES)
def _below_query(size: int) -> CompiledModelQuery[Standing]:
    return CompiledModelQuery(Standing, partial(_select_below, size), "a kind", -1, -2, related=("player",))


def _load_below(own: Standing, size: int) -> list[Standing]:
    return _below_query(size).fetch_all(own.kind, own.points, own.player_id)


def _count_ties(own: Standing) -> int:
    """Return how many listed players with the same points come before this one."""
    counted = _ties.fetch(own.kind, own.points, own.player_id)
    return counted[0] if counted else 0


def _rank_rows(rows: Sequence[Standing], *, above: int, ties: int) -> Iterator[LeaderboardRow]:
    """Number successive rows, given the players above the first row and the equals before it."""
    rank = above + 1
    for n, own in enumerate(rows):
        if n and own.points < rows[n - 1].points:
            rank = above + ties + n + 1
        yield LeaderboardRow(rank, own)


def _count_above(own: Standing) -> int:
    """Return how many listed players have more points."""
    [better] = _above_query(MAX_COUNTED).fetch(own.pk, own.kind, own.points) or [0]
    return better if better < MAX_COUNTED else sum(n for at, n in census(Kind(own.kind)) if at > own.points)


class _Rows(Subquery):
    """The number of rows of a query, which may have a limit."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()


@lru_cache(SIZES)
def _above_query(most: int) -> CompiledQuery:
    def select(standing: int, kind: Kind, points: int) -> QuerySet[Standing, Any]:
        better = listed_standings(kind).filter(points__gt=points).order_by().values("player")[:most]
        return Standing.objects.filter(pk=standing).values_list(_Rows(better))

    return CompiledQuery(select, -1, "a kind", -2)


def census(kind: Kind) -> list[tuple[int, int]]:
    """Return how many listed players have how many points. Each process caches it."""
    # Counting rows, not a column, needs nothing but the index.
    counted = listed_standings(kind).order_by().values_list("points").annotate(n=Count("*"))
    return cache.get_or_set(f"ladder-census-{kind.value}", lambda: list(counted), CENSUS_LASTS) or []
