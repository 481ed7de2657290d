"""The bot ladder: bots whose current version has finished enough games, and provisional bots."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.bot_accounts.models import BotAccount
from game.web.api.ladder import load_page
from game.web.api.paging import PageQuery
from ranking.leaderboard import LeaderboardRow, load_top
from ranking.models import Kind, Standing
from ranking.standings import listing_status

NEWEST = 50


@dataclass(frozen=True, slots=True)
class Ranked:
    """A bot on the ladder."""

    row: LeaderboardRow
    bot: BotAccount


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a bot, and the number of games until its current version is no longer provisional."""

    points: int
    missing: int


def load_ladder() -> list[Ranked]:
    """Return the first fifty bots."""
    return _with_bots(load_top(Kind.BOTS))


def load_ladder_page(query: PageQuery) -> tuple[list[Ranked], str | None]:
    """Return a page of the ladder, and the next cursor."""
    rows, following = load_page(Kind.BOTS, query)
    return _with_bots(rows), following


def _with_bots(rows: Sequence[LeaderboardRow]) -> list[Ranked]:
    bots = BotAccount.objects.select_related("account", "owner").in_bulk(
        [row.standing.player_id for row in rows]
    )
    return [Ranked(row, bots[row.standing.player_id]) for row in rows if row.standing.player_id in bots]


def load_bot_points(bots: Sequence[BotAccount]) -> dict[int, Points]:
    """Return the points of bots, by account."""
    stored = {
        one.player_id: one
        for one in Standing.objects.filter(player__in=[bot.pk for bot in bots], kind=Kind.BOTS)
    }
    every = [stored.get(bot.pk) or Standing(player_id=bot.pk, kind=Kind.BOTS) for bot in bots]
    return {own.player_id: Points(own.points, listing_status(own).missing) for own in every}


def load_provisional() -> list[tuple[BotAccount, Points]]:
    """Return the bots whose version is too new for the ladder, newest first."""
    listed = Standing.objects.filter(kind=Kind.BOTS, listed=True)
    unlisted = BotAccount.objects.filter(account__is_active=True).exclude(account__in=listed.values("player"))
    newest = list(unlisted.select_related("account", "owner").order_by("-version_since")[:NEWEST])
    points = load_bot_points(newest)
    return [(bot, points[bot.pk]) for bot in newest if points[bot.pk].missing]
