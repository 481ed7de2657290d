"""The standings of a month: the best days of each player with an account."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from common.months import best_days, month_after, month_of
from game.models import Player
from study.throws.models import Vote
from study.throws.voting import today

MOST_SHOWN = 50


class Row(NamedTuple):
    """A row of the standings. Players with equal points share the place."""

    place: int
    player: Player
    days: int
    points: int


def has_won_month(player_id: int) -> bool:
    """Return whether a player is first in a month that is over."""
    days = Vote.objects.filter(player=player_id, counts=True, throw__day__lt=month_of(today()))
    months = days.dates("throw__day", "month")
    first = (row for month in months for row in load_board(month) if row.place == 1 and row.points)
    return any(row.player.pk == player_id for row in first)


def load_board(month: date) -> list[Row]:
    """Return the standings of a day's month, best first."""
    votes = Vote.objects.filter(
        throw__day__gte=month_of(month),
        throw__day__lt=month_after(month),
        counts=True,
        player__is_guest=False,
        player__is_active=True,
    )
    points: dict[int, list[int]] = defaultdict(list)
    for player, earned in votes.values_list("player", "points"):
        points[player].append(earned)
    totals = {player: best_days(days) for player, days in points.items()}
    players = Player.objects.in_bulk(sorted(totals, key=lambda one: (-totals[one], one))[:MOST_SHOWN])
    ranked = sorted(players.values(), key=lambda one: (-totals[one.pk], one.username.casefold()))
    sums: Sequence[int] = sorted(totals.values(), reverse=True)
    return [
        Row(1 + sums.index(totals[player.pk]), player, len(points[player.pk]), totals[player.pk])
        for player in ranked
    ]
