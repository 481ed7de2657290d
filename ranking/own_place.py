"""A visitor's place in the list, or the reason why they are not listed."""

from collections.abc import Sequence
from dataclasses import dataclass

from ranking.leaderboard import LeaderboardRow, load_neighbours
from ranking.models import Kind, Standing
from ranking.standings import ListingStatus, load_standings, why_unlisted


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A visitor's row, with neighbours if the list does not reach it; or the reason for its absence."""

    row: LeaderboardRow | None = None
    around: Sequence[LeaderboardRow] = ()
    unlisted: ListingStatus | None = None


def find_own_place(player: int, kind: Kind, shown: Sequence[LeaderboardRow]) -> OwnPlace:
    """Find a player's place in a list, of which these rows are already shown."""
    if row := _find_row(player, shown):
        return OwnPlace(row)
    if unlisted := why_unlisted(load_standings(player)).get(kind):
        return OwnPlace(unlisted=unlisted)
    rows = load_neighbours(Standing.objects.select_related("player").get(player=player, kind=kind))
    return OwnPlace(_find_row(player, rows), rows)


def _find_row(player: int, rows: Sequence[LeaderboardRow]) -> LeaderboardRow | None:
    return next((row for row in rows if row.standing.player_id == player), None)
