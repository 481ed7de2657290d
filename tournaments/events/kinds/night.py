"""A night: a fixed number of games. Players may join until half time."""

from datetime import datetime, timedelta

from django.utils.translation import gettext, gettext_lazy

from tournaments.events.kinds.free import FreeKind
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.models import Event
from tournaments.formats.format import Again, Format, Pace, night


class NightKind(FreeKind):
    """A kind in which two players may meet again after all have met."""

    name = Event.Kind.NIGHT
    title = gettext_lazy("Night")
    lede = gettext_lazy("A fixed number of games, each against the next free player.")
    meetings = gettext_lazy("You meet a player twice only if no new opponent is free within 100 seconds.")
    length_fields = ("games",)
    form_parts = ("games", "options", "repeats")
    allows_bots = True
    feeds_a_bracket = True

    def length(self, settings: EventSettings) -> tuple[int, int]:
        planned = night(settings.games, Pace(settings.clock))
        return planned.games, planned.minutes

    def joins_until(self, event: Event) -> datetime:
        return event.closes_at - timedelta(minutes=event.minutes - event.minutes // 2)

    def says_too_late(self) -> str:
        return gettext("You can’t join a night after half time.")

    def format(self, event: Event) -> Format:
        return Format(self.name.value, event.games, event.minutes, Again.WHEN_ALL_ARE_MET, event.minutes // 2)
