"""Standings: a player's points, their locks during changes, and whether the lists show them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum, Value

from common.database.among import id_list
from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from ranking.models import Kind, Standing
from ranking.rules.points import INITIAL_POINTS

# The finished games that the list of each kind requires; for a bot, games of its present version.
MIN_GAMES_TO_LIST = 5
MIN_GAMES_OF_A_VERSION = 20
# The standings of a person, and of a bot.
OF_PEOPLE = (Kind.HOUSE, Kind.PEOPLE)
OF_BOTS = (Kind.BOTS,)

StandingsByKind = dict[Kind, Standing]

_standings = CompiledModelQuery(Standing, lambda player: Standing.objects.filter(player=player), -1)
_standings_of = CompiledModelQuery(
    Standing,
    lambda one, other, kind: Standing.objects.filter(player__in=(one, other), kind=kind),
    *(-1, -2, "a kind"),
)


_points = CompiledQuery(
    lambda players, kind: Standing.objects.filter(player__among=Value(players), kind=kind).values_list(
        "player", "points"
    ),
    *("players", "a kind"),
)
_kinds_among = CompiledQuery(
    lambda players: Standing.objects.filter(player__in=players).values_list("player", "kind"), (-1,)
)
_lock_among = CompiledModelQuery(
    Standing,
    lambda players: (
        Standing.objects.filter(player__in=players).order_by("player_id", "kind").select_for_update()
    ),
    (-1,),
)


def load_points(players: Collection[int], kind: Kind) -> dict[int, int]:
    """Return the points of players, or the initial points for those without a game."""
    points = dict(_points.fetch_all(id_list(players), kind.value)) if players else {}
    return dict.fromkeys(players, INITIAL_POINTS) | points


def load_standings_of(players: tuple[int, int], kind: Kind) -> dict[int, Standing]:
    """Return the standings of two players, or the initial one for those without a game."""
    stored = _standings_of.fetch_all(*players, kind.value)
    return {player: Standing(player_id=player, kind=kind) for player in players} | {
        standing.player_id: standing for standing in stored
    }


def lock_standings(people: Collection[int], bots: Collection[int] = ()) -> dict[int, StandingsByKind]:
    """Lock and return the standings of people (both kinds) and bots (their own), created if missing.

    Every process creates and locks them by player, then kind, to avoid deadlocks. An insert waits like a
    lock, so all are created before the first is locked.
    """
    players = (*people, *bots)
    existing = {(player, kind) for player, kind in _kinds_among.fetch_all(players)}
    own = [(player, kind) for player in people for kind in OF_PEOPLE]
    wanted = sorted([*own, *((player, kind) for player in bots for kind in OF_BOTS)])
    missing = [Standing(player_id=both[0], kind=both[1]) for both in wanted if both not in existing]
    if missing:
        Standing.objects.bulk_create(missing, ignore_conflicts=True)
    locked: dict[int, StandingsByKind] = {player: {} for player in players}
    for standing in _lock_among.fetch_all(players):
        locked[standing.player_id][Kind(standing.kind)] = standing
    return locked


def begin_version(bot: int) -> None:
    """Make a bot provisional again, because another program now plays for it."""
    own = lock_standings((), [bot])[bot][Kind.BOTS]
    own.finished_before, own.listed = own.finished, False
    own.save(update_fields=["finished_before", "listed"])


def with_others(standings: Iterable[Standing]) -> Iterator[tuple[Standing, list[Standing]]]:
    """Yield each of a player's standings with the others."""
    every = list(standings)
    for own in every:
        yield own, [other for other in every if other is not own]


@dataclass(frozen=True, slots=True)
class ListingStatus:
    """The data that decides whether a list shows a player; visible only to that player."""

    hidden: bool  # by a host
    missing: int  # games of this kind still to be finished
    unfinished: int  # of all kinds, as `finished` is
    finished: int

    @property
    def to_mend(self) -> int:
        """The number of additional finished games that would offset the unfinished ones."""
        return max(0, 2 * self.unfinished - self.finished)

    @property
    def is_listed(self) -> bool:
        return not (self.hidden or self.missing or self.to_mend)


def listing_status(own: Standing, *others: Standing) -> ListingStatus:
    """Return the listing status of the first of a player's standings."""
    needed = MIN_GAMES_OF_A_VERSION if own.kind == Kind.BOTS else MIN_GAMES_TO_LIST
    of_version = own.finished - own.finished_before
    return ListingStatus(
        hidden=own.hidden,
        missing=max(0, needed - max(0, of_version)),
        unfinished=sum(each.unfinished for each in (own, *others)),
        finished=sum(each.finished for each in (own, *others)),
    )


def is_listed(own: Standing, *others: Standing) -> bool:
    """Return whether a standing is listed: enough games finished, not too many left, not hidden."""
    return listing_status(own, *others).is_listed


def select_withheld_players() -> QuerySet[Any, Any]:
    """Filter players that no list shows, however many games they have: hidden, or too many games left."""
    of_players = (
        Standing.objects.order_by()
        .values("player")
        .annotate(
            hides=Count("pk", filter=Q(hidden=True)),
            to_mend=3 * Sum("unfinished") - Sum("wins") - Sum("losses"),
        )
    )
    return of_players.filter(Q(hides__gt=0) | Q(to_mend__gt=0)).values("player")


def load_standings(player: int, kinds: Sequence[Kind] = OF_PEOPLE) -> StandingsByKind:
    """Return a player's standings of these kinds, with the initial one if there was no game."""
    stored = {Kind(standing.kind): standing for standing in _standings.fetch_all(player)}
    return {kind: stored.get(kind) or Standing(player_id=player, kind=kind) for kind in kinds}


def why_unlisted(standings: StandingsByKind) -> dict[Kind, ListingStatus]:
    """Return the reasons why lists leave a player out, by kind; only for that player."""
    statuses = {
        Kind(own.kind): listing_status(own, *others) for own, others in with_others(standings.values())
    }
    return {kind: status for kind, status in statuses.items() if not status.is_listed}
