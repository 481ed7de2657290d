"""Where players stand: their points, their rows while they are changed, and whether the lists show them."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import permutations

from ranking.models import Kind, Standing
from ranking.points import INITIAL_POINTS

MIN_GAMES_TO_LIST = 5  # finished games of a kind, before the list of that kind shows a player

StandingsByKind = dict[Kind, Standing]


def load_points(players: Collection[int], kind: Kind) -> dict[int, int]:
    """What players have, also those who have not begun."""
    known = Standing.objects.filter(player__in=players, kind=kind).values_list("player_id", "points")
    return dict.fromkeys(players, INITIAL_POINTS) | dict(known)


def lock_standings(players: Collection[int]) -> dict[int, StandingsByKind]:
    """Both standings of players, made where there are none, for this transaction alone to change.

    Everybody makes them and locks them by player, then kind, so that no two wait for each other: an insert
    waits as a lock does, so all are made before the first is locked.
    """
    theirs = Standing.objects.filter(player__in=players)
    there = set(theirs.values_list("player_id", "kind"))
    wanted = [(player, kind) for player in sorted(players) for kind in sorted(Kind)]
    missing = [Standing(player_id=both[0], kind=both[1]) for both in wanted if both not in there]
    Standing.objects.bulk_create(missing, ignore_conflicts=True)
    held: dict[int, StandingsByKind] = {player: {} for player in players}
    for standing in theirs.order_by("player_id", "kind").select_for_update():
        held[standing.player_id][Kind(standing.kind)] = standing
    return held


@dataclass(frozen=True, slots=True)
class ListingStatus:
    """What decides whether a list shows a player: told to nobody else."""

    hidden: bool  # by a host
    missing: int  # games of this kind that are still to be finished
    unfinished: int  # of both kinds, as the next
    finished: int

    @property
    def to_mend(self) -> int:
        """So many more games finished would make up for those that were left."""
        return max(0, 2 * self.unfinished - self.finished)

    @property
    def is_listed(self) -> bool:
        return not (self.hidden or self.missing or self.to_mend)


def listing_status(own: Standing, other: Standing) -> ListingStatus:
    """Of a player's two standings, whether the first is listed."""
    return ListingStatus(
        hidden=own.hidden,
        missing=max(0, MIN_GAMES_TO_LIST - own.finished),
        unfinished=own.unfinished + other.unfinished,
        finished=own.finished + other.finished,
    )


def is_listed(own: Standing, other: Standing) -> bool:
    """Enough games finished, not too many left, not hidden."""
    return listing_status(own, other).is_listed


def load_standings(player: int) -> StandingsByKind:
    """Where a player stands, as everybody begins where he has not."""
    begun = {Kind(standing.kind): standing for standing in Standing.objects.filter(player=player)}
    return {kind: begun.get(kind) or Standing(player_id=player, kind=kind) for kind in Kind}


def why_unlisted(both: StandingsByKind) -> dict[Kind, ListingStatus]:
    """By the list that does not show a player, what keeps him out; for himself alone."""
    found = {Kind(own.kind): listing_status(own, other) for own, other in permutations(both.values())}
    return {kind: bars for kind, bars in found.items() if not bars.is_listed}
