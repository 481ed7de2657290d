"""A player's followed players: who is online, and where they can be watched.

It reveals no more than other pages. The lobby lists all players online and all games between people, so this
includes private players too. When a private player was last seen is hidden, as on their profile.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from common.database.compiled_query import CompiledModelQuery
from game.following.models import Follow
from game.lobby.display.showcase import seats_of
from game.lobby.display.snapshot import PLAYER_COLUMNS, between_people
from game.models import Game, Player
from game.runtime.presence import PEOPLE, SITE
from game.table.tables import SEATS
from ranking.models import Kind
from ranking.standings import load_points

# The kinds of presence that `presence.find` has to load.
KINDS = (PEOPLE, SITE, SEATS)

GAME_COLUMNS = (
    "score_a",
    "score_b",
    *(f"{seat}__{column}" for seat in ("seat_a", "seat_b") for column in PLAYER_COLUMNS),
)

Presence = Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class FollowedPlayer:
    """A followed player, as a follower sees them."""

    player: Player
    points: int
    is_here: bool
    game: Game | None  # the game at whose table they are, unless the viewer is the opponent
    seen_at: datetime | None

    @property
    def opponent(self) -> Player | None:
        """Return the opponent in that game."""
        if self.game is None:
            return None
        return self.game.seat_b if self.game.seat_a_id == self.player.pk else self.game.seat_a


@dataclass(frozen=True, slots=True)
class Following:
    """All players whom one player follows, by name."""

    players: tuple[FollowedPlayer, ...] = ()

    @property
    def here(self) -> list[FollowedPlayer]:
        return [one for one in self.players if one.is_here]

    @property
    def away(self) -> list[FollowedPlayer]:
        return [one for one in self.players if not one.is_here]


def load_following(owners: Collection[int], here: Presence) -> dict[int, Following]:
    """Return the followed players of each of these players, with a fixed number of queries."""
    follows = _load_follows(owners)
    followed = {one.pk: one for _, one in follows}
    present = {pk for pk in followed if str(pk) in here[PEOPLE] or str(pk) in here[SITE]}
    games = _games_being_played(present, here[SEATS])
    points = load_points(followed, Kind.PEOPLE)
    found: dict[int, list[FollowedPlayer]] = defaultdict(list)
    for owner, one in follows:
        watchable = (game for game in games[one.pk] if owner not in (game.seat_a_id, game.seat_b_id))
        seen_at = None if one.is_private else one.seen_at
        found[owner].append(
            FollowedPlayer(one, points[one.pk], one.pk in present, next(watchable, None), seen_at)
        )
    return {owner: Following(tuple(found[owner])) for owner in owners}


def _load_follows(owners: Collection[int]) -> list[tuple[int, Player]]:
    return [(row.by_id, row.followed) for row in _follows.fetch_all(tuple(owners))]


_follows = CompiledModelQuery(
    Follow,
    lambda owners: Follow.objects.filter(by__in=owners).order_by("followed__username"),
    (-1,),
    related=("followed",),
)


def _games_being_played(players: Iterable[int], seats_here: Collection[str]) -> Mapping[int, list[Game]]:
    """Return the live games between people at whose tables these players are, newest first."""
    ids = list(players)
    if not ids:
        return defaultdict(list)
    live = between_people(Game.objects.unfinished()).filter(Q(seat_a__in=ids) | Q(seat_b__in=ids))
    found: dict[int, list[Game]] = defaultdict(list)
    for game in live.select_related("seat_a", "seat_b").only(*GAME_COLUMNS).order_by("-created_at"):
        for seat, player in zip(seats_of(game.pk), (game.seat_a_id, game.seat_b_id), strict=True):
            if seat in seats_here:
                found[player].append(game)
    return found
