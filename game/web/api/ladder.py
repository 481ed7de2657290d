"""Pages of a ladder, for calls of the open API."""

from collections.abc import Sequence

from game.web.api.paging import PageQuery, first_page, parse_cursor, size_of, unknown_cursor
from ranking.leaderboard import TOP, LeaderboardRow, listed_standings, load_after, load_top
from ranking.models import Kind


def load_page(kind: Kind, query: PageQuery) -> tuple[Sequence[LeaderboardRow], str | None]:
    """Return a page of a ladder and the next cursor, which names the last player of the page."""
    size = size_of(query, TOP)
    if query.cursor:
        last = listed_standings(kind).filter(player__username=parse_cursor(query.cursor)).first()
        if last is None:
            raise unknown_cursor()
        rows = load_after(last, size + 1)
    else:
        rows = load_top(kind, size + 1)
    return first_page(rows, size, lambda row: row.standing.player.username)
