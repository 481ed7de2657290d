"""Notify players that a day's game is open: recent players, and players who asked for it."""

from datetime import date, datetime, timedelta

from django.urls import reverse

from game.models import Player
from people.notices.kinds import Way
from people.notices.models import Notice, Switch
from people.notices.record import notify, settle
from people.notices.switches import wants
from study.daily.models import DailyEntry
from study.daily.notice_kinds import DAILY_OPEN

# Players without a daily game for this long get no notification, unless they asked for it.
PLAYS_WITHIN = timedelta(days=7)
TOLD_AT_ONCE = 1000


def announce_opening(day: date, until: datetime) -> None:
    """Store the day's notifications in the transaction of its opening, replacing those of earlier days."""
    Notice.objects.filter(kind=DAILY_OPEN.name).delete()
    players = find_players_to_tell(day)
    for first in range(0, len(players), TOLD_AT_ONCE):
        few = players[first : first + TOLD_AT_ONCE]
        notify(DAILY_OPEN, few, _about(day), until=until, url=reverse("daily"))


def find_players_to_tell(day: date) -> list[int]:
    """Return the players who began a recent game and want the notification, or have switched it on."""
    lately = DailyEntry.objects.filter(daily__day__gte=day - PLAYS_WITHIN, daily__day__lt=day)
    playing = lately.filter(wants(DAILY_OPEN, Way.BELL, "player"), player__is_active=True)
    asking = Switch.objects.filter(kind=DAILY_OPEN.setting, is_on=True, player__is_active=True)
    return sorted({*playing.values_list("player", flat=True), *asking.values_list("player", flat=True)})


def settle_opening(day: date, player: Player) -> None:
    """Mark a player's notification as read when they begin the day's game."""
    settle(DAILY_OPEN, [player.pk], [_about(day)])


def _about(day: date) -> str:
    return f"daily:{day}"
