"""Tells those who want to know that a day's game is open."""

from datetime import date, datetime

from django.urls import reverse

from game.notices.kinds import DAILY_OPEN
from game.notices.models import Switch
from game.notices.record import notify


def announce_opening(day: date, until: datetime) -> None:
    """Write a notice for everybody who has switched such notices on, in the transaction of the opening."""
    wanting = Switch.objects.filter(kind=DAILY_OPEN.setting, is_on=True, player__is_active=True)
    players = sorted(set(wanting.values_list("player", flat=True)))
    if players:
        notify(DAILY_OPEN, players, f"daily:{day}", until=until, url=reverse("daily"))
