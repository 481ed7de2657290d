"""Standings: a player's points, the locks while they change, and whether the lists show them."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import permutations

from common.compiled_query import CompiledModelQuery
from ranking.models import Kind, Standing
from ranking.points import INITIAL_POINTS

MIN_GAMES_TO_LIST = 5  # finished games of a kind that the list of that kind requires

StandingsByKind = dict[Kind, Standing]

_standings = CompiledModelQuery(Standing, lambda player: Standing.objects.filter(player=player), -1)
_standings_of = CompiledModelQuery(
    Standing,
    lambda one, other, kind: Standing.objects.filter(player__in=(one, other), kind=kind),
    *(-1, -2, "a kind"),
)


def load_points(players: Collection[int], kind: Kind) -> dict[int, int]:
    """The points of players, or the initial points for those who have no game yet."""
    points = Standing.objects.filter(player__in=players, kind=kind).values_list("player_id", "points")
    return dict.fromkeys(players, INITIAL_POINTS) | dict(points)


def load_standings_of(players: tuple[int, int], kind: Kind) -> dict[int, Standing]:
    """The standings of two players, or the initial one for those who have no game yet."""
    stored = _standings_of.fetch_all(*players, kind.value)
    return {player: Standing(player_id=player, kind=kind) for player in players} | {
        standing.player_id: standing for standing in stored
    }


def lock_standings(players: Collection[int]) -> dict[int, StandingsByKind]:
    """Both standings of players, created where missing, locked for this transaction.

    Every process creates and locks them by player, then kind, so that no two wait for each other: an insert
    waits as a lock does, so all are created before the first is locked.
    """
    standings = Standing.objects.filter(player__in=players)
    existing = set(standings.values_list("player_id", "kind"))
    wanted = [(player, kind) for player in sorted(players) for kind in sorted(Kind)]
    missing = [Standing(player_id=both[0], kind=both[1]) for both in wanted if both not in existing]
    Standing.objects.bulk_create(missing, ignore_conflicts=True)
    locked: dict[int, StandingsByKind] = {player: {} for player in players}
    for standing in standings.order_by("player_id", "kind").select_for_update():
        locked[standing.player_id][Kind(standing.kind)] = standing
    return locked


@dataclass(frozen=True, slots=True)
class ListingStatus:
    """What decides whether a list shows a player; for that player alone."""

    hidden: bool  # by a host
    missing: int  # games of this kind still to be finished
    unfinished: int  # of both kinds, as `finished` is
    finished: int

    @property
    def to_mend(self) -> int:
        """How many more finished games would make up for the unfinished ones."""
        return max(0, 2 * self.unfinished - self.finished)

    @property
    def is_listed(self) -> bool:
        return not (self.hidden or self.missing or self.to_mend)


def listing_status(own: Standing, other: Standing) -> ListingStatus:
    """The listing status of the first of a player's two standings."""
    return ListingStatus(
        hidden=own.hidden,
        missing=max(0, MIN_GAMES_TO_LIST - own.finished),
        unfinished=own.unfinished + other.unfinished,
        finished=own.finished + other.finished,
    )


def is_listed(own: Standing, other: Standing) -> bool:
    """Whether a standing is listed: enough games finished, not too many left, not hidden."""
    return listing_status(own, other).is_listed


def load_standings(player: int) -> StandingsByKind:
    """Both standings of a player, with the initial one where there was no game yet."""
    stored = {Kind(standing.kind): standing for standing in _standings.fetch_all(player)}
    return {kind: stored.get(kind) or Standing(player_id=player, kind=kind) for kind in Kind}


def why_unlisted(both: StandingsByKind) -> dict[Kind, ListingStatus]:
    """Why a player is not listed, by the kinds whose list leaves them out; for that player alone."""
    statuses = {Kind(own.kind): listing_status(own, other) for own, other in permutations(both.values())}
    return {kind: status for kind, status in statuses.items() if not status.is_listed}
