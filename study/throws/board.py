"""The board of a month: the best days of everybody who votes with an account."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from common.months import best_days, month_after, month_of
from game.models import Player
from study.throws.models import Vote

MOST_SHOWN = 50


class Row(NamedTuple):
    """A player on the board; who has as much as another shares the place."""

    place: int
    player: Player
    days: int
    points: int


def load_board(month: date) -> list[Row]:
    """The board of the month that a day is in, the best first."""
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
