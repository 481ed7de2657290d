"""Titles by skill alone: the average cost of a decision, in timed rated games against people.

The last hundred of these games count. A title is kept with the day on which it was reached. The setting
TITLES has the largest cost for each title.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common import clock
from common.database.compiled_query import CompiledQuery
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
    """The average cost of a decision, in per cent of a game, over so many games."""

    percent: float
    games: int


class HeldTitle(NamedTuple):
    """A title as shown next to a name, with its date."""

    said: Promise
    at: datetime


def thresholds() -> Mapping[str, float]:
    """Return the largest cost of a decision by title, in per cent of a game, highest title first."""
    by_name: Mapping[str, float] = settings.TITLES
    return by_name


def error_rate(player_id: int) -> ErrorRate | None:
    """Return the error rate of a player's last hundred games that count for titles, or None."""
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
    """Award the titles that the players of a game have reached."""
    for player in (game.seat_a, game.seat_b):
        if player.has_account and not player.is_any_bot and not player.is_sample:
            award_title(player)


def award_title(player: Player) -> None:
    """Award every title whose threshold a player has reached. Earlier titles keep their day."""
    rate = error_rate(player.pk)
    if rate is None or rate.games < GAMES:
        return
    reached = [name for name, most in thresholds().items() if rate.percent <= most]
    at = clock.now()
    Title.objects.bulk_create(
        [Title(player=player, name=name, at=at, lost_percent=rate.percent) for name in reached],
        ignore_conflicts=True,
    )


_titles = CompiledQuery(lambda player: Title.objects.filter(player=player).values_list("name", "at"), -1)


def highest_title(player_id: int) -> HeldTitle | None:
    """Return the highest title of a player."""
    own = dict(_titles.fetch_all(player_id))
    return next((HeldTitle(said, own[name]) for name, said in NAMES.items() if name in own), None)
