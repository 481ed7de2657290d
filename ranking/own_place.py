"""Where the one who looks stands in the list, or what keeps him out of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ranking.leaderboard import Row, around
from ranking.models import Kind, Standing
from ranking.standings import Listing, both_of, why_unlisted


@dataclass(frozen=True, slots=True)
class Mine:
    """One's own row, with those around it if the list does not come so far; or why there is none."""

    row: Row | None = None
    around: Sequence[Row] = ()
    unlisted: Listing | None = None


def mine(player: int, kind: Kind, shown: Sequence[Row]) -> Mine:
    """Where a player stands in a list of which these rows are shown already."""
    if row := _row_of(player, shown):
        return Mine(row)
    if unlisted := why_unlisted(both_of(player)).get(kind):
        return Mine(unlisted=unlisted)
    rows = around(Standing.objects.select_related("player").get(player=player, kind=kind))
    return Mine(_row_of(player, rows), rows)


def _row_of(player: int, rows: Sequence[Row]) -> Row | None:
    return next((row for row in rows if row.standing.player_id == player), None)
