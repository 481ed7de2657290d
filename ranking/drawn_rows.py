"""Rows of the list as HTML: a row is rendered once for all visitors, until something in it changes."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from common.rendered import drawer
from ranking.leaderboard import LeaderboardRow
from ranking.rules.levels import level
from ranking.rules.trend import Trend, parse_trend


class Shown(NamedTuple):
    """Everything that a row shows, so that equal rows look the same."""

    rank: int
    points: int
    wins: int
    losses: int
    recent: str
    last_at: datetime | None
    username: str
    shown_name: str
    is_active: bool
    is_private: bool
    is_sample: bool

    @property
    def level(self) -> int:
        return level(self.points).number

    @property
    def trend(self) -> Trend:
        return parse_trend(self.recent)


def draw_rows(rows: Iterable[LeaderboardRow], me: int | None = None) -> SafeString:
    """Return rows as HTML, with the row of the player `me` marked."""
    drawn = ((_draw_row(row=_show(row), is_mine=row.standing.player_id == me),) for row in rows)
    return format_html_join("", "{}", drawn)


def _show(row: LeaderboardRow) -> Shown:
    own, player = row.standing, row.standing.player
    return Shown(
        rank=row.rank,
        points=own.points,
        wins=own.wins,
        losses=own.losses,
        recent=own.recent,
        last_at=own.last_at,
        username=player.username,
        shown_name=player.shown_name,
        is_active=player.is_active,
        is_private=player.is_private,
        is_sample=player.is_sample,
    )


_draw_row = drawer("ranking/row.html", 2000)
