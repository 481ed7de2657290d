"""Where a visitor stands in the list, or why they are not in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ranking.leaderboard import LeaderboardRow, load_neighbours
from ranking.models import Kind, Standing
from ranking.standings import ListingStatus, load_standings, why_unlisted


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A visitor's own row, with its neighbours if the list does not reach that far; or why there is none."""

    row: LeaderboardRow | None = None
    around: Sequence[LeaderboardRow] = ()
    unlisted: ListingStatus | None = None


def find_own_place(player: int, kind: Kind, shown: Sequence[LeaderboardRow]) -> OwnPlace:
    """Find a player's place in a list of which these rows are shown already."""
    if row := _find_row(player, shown):
        return OwnPlace(row)
    if unlisted := why_unlisted(load_standings(player)).get(kind):
        return OwnPlace(unlisted=unlisted)
    rows = load_neighbours(Standing.objects.select_related("player").get(player=player, kind=kind))
    return OwnPlace(_find_row(player, rows), rows)


def _find_row(player: int, rows: Sequence[LeaderboardRow]) -> LeaderboardRow | None:
    return next((row for row in rows if row.standing.player_id == player), None)
