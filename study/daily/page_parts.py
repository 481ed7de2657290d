"""The daily game on other pages: the table, profiles and the sitemap."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from common.page_parts import DAYS_LISTED
from game.engine.state import Seat
from game.models import Game, Player
from game.shared_rounds.par import BRAIN
from study.daily.models import Daily
from study.daily.playing import find_day_of
from study.daily.standings import load_record


def describe_at_table(game: Game, seat: Seat | None) -> dict[str, Any]:
    """Return the day of a casual game between a player and the bot of the daily game."""
    is_of_kind = seat is not None and not game.rated and BRAIN in (game.seat_a.brain, game.seat_b.brain)
    return {"daily": find_day_of(game.pk) if is_of_kind else None}


def describe_in_profile(player: Player) -> dict[str, Any]:
    return {"dailies": load_record(player)}


def list_paths() -> Iterator[str]:
    """Yield the paths of the newest days that are over."""
    closed = Daily.objects.filter(stage__in=(Daily.Stage.CLOSED, Daily.Stage.COUNTED)).order_by("-day")
    for day in closed.values_list("day", flat=True)[:DAYS_LISTED]:
        yield reverse("daily_of_day", args=[day.isoformat()])
