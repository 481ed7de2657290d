"""Titles by skill alone: what a decision cost on average, in rated games by the clock against people.

Of these the last hundred count. A title is kept with the day on which it was reached; TITLES sets how
little a decision may cost for each.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common import clock
from game.models import Game, Player, Scoresheet
from study.strength.models import Title

GAMES = 100
BY_THE_CLOCK = ("quick", "standard")

NAMES = {
    Title.Name.MASTER: _("Master"),
    Title.Name.EXPERT: _("Expert"),
    Title.Name.CLUB: _("Club player"),
}


class ErrorRate(NamedTuple):
    """What a decision cost on average, in per cent of a game, in so many games."""

    percent: float
    games: int


class HeldTitle(NamedTuple):
    """A title as it stands beside a name, and since when."""

    said: Promise
    at: datetime


def thresholds() -> Mapping[str, float]:
    """By title, what a decision may cost at most, in per cent of a game; the highest title first."""
    by_name: Mapping[str, float] = settings.TITLES
    return by_name


def error_rate(player_id: int) -> ErrorRate | None:
    """The error rate of a player's last hundred games that count for titles; None where there is none."""
    sheets = Scoresheet.objects.filter(
        player=player_id,
        rated=True,
        voided=False,
        won__isnull=False,
        opponent__brain="",
        opponent__is_api_bot=False,
        decisions__gt=0,
        game__clock__in=BY_THE_CLOCK,
    )
    rows = list(sheets.order_by("-at", "-pk").values_list("decisions", "lost_by_play")[:GAMES])
    decisions = sum(count or 0 for count, _lost in rows)
    lost_in_all = sum(lost or 0.0 for _count, lost in rows)
    return ErrorRate(100 * lost_in_all / decisions, len(rows)) if rows else None


def award_titles(game: Game) -> None:
    """Award what the players of a game have reached by now."""
    for player in (game.seat_a, game.seat_b):
        if player.has_account and not player.is_any_bot and not player.is_sample:
            award_title(player)


def award_title(player: Player) -> None:
    """Award every title whose threshold a player has reached; who has one already keeps it and its day."""
    rate = error_rate(player.pk)
    if rate is None or rate.games < GAMES:
        return
    reached = [name for name, most in thresholds().items() if rate.percent <= most]
    at = clock.now()
    Title.objects.bulk_create(
        [Title(player=player, name=name, at=at, lost_percent=rate.percent) for name in reached],
        ignore_conflicts=True,
    )


def highest_title(player_id: int) -> HeldTitle | None:
    """The highest title of a player."""
    own = dict(Title.objects.filter(player=player_id).values_list("name", "at"))
    return next((HeldTitle(said, own[name]) for name, said in NAMES.items() if name in own), None)
