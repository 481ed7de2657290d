"""An hour: an arena of 60 or 90 minutes in which a player's first games count."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from common.refusal import Refusal
from tournaments.events.kinds.free import FreeKind
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.models import Event
from tournaments.formats.format import HOUR_GAMES, Again, Format


class HourKind(FreeKind):
    """A kind in which two players may meet again, but not in a row. Players may join until it closes."""

    name = Event.Kind.HOUR
    title = gettext_lazy("Hour")
    lede = gettext_lazy("As many games as the time allows: 6 in 60 minutes, 9 in 90.")
    meetings = gettext_lazy("You meet a player twice in a row only if no other player is free in time.")
    length_fields = ("minutes",)
    form_parts = ("minutes", "options", "repeats")
    allows_bots = True

    def check_settings(self, settings: EventSettings) -> None:
        if settings.minutes not in HOUR_GAMES:
            raise Refusal("bad_request", gettext("An hour lasts 60 or 90 minutes."))

    def length(self, settings: EventSettings) -> tuple[int, int]:
        return HOUR_GAMES[settings.minutes], settings.minutes

    def joins_until(self, event: Event) -> datetime:
        return event.closes_at

    def format(self, event: Event) -> Format:
        return Format(self.name.value, event.games, event.minutes, Again.NOT_IN_A_ROW, event.minutes)
