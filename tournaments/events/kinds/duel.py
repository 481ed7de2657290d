"""A duel of clubs: a night on which the members of two clubs meet only across."""

from tournaments.events.kinds.night import NightKind
from tournaments.events.models import Event
from tournaments.formats.format import Again, Format


class DuelKind(NightKind):
    """A club invites another, and no two players meet again."""

    name = Event.Kind.DUEL
    is_made_by_offer = True
    allows_bots = False
    feeds_a_bracket = False

    def format(self, event: Event) -> Format:
        return Format(
            self.name.value, event.games, event.minutes, Again.NEVER, event.minutes // 2, across_clubs=True
        )
