"""A duel of clubs: a night on which the members of one club meet only members of the other."""

from django.utils.translation import gettext_lazy

from tournaments.events.kinds.night import NightKind
from tournaments.events.models import Event
from tournaments.formats.format import Again, Format


class DuelKind(NightKind):
    """A kind that one club offers to another. No two players meet twice."""

    name = Event.Kind.DUEL
    title = gettext_lazy("Duel of clubs")
    lede = gettext_lazy("Two clubs play each other. A member’s points count for the club.")
    meetings = gettext_lazy(
        "You play only members of the other club, and each of them once at most. All your points "
        "count for your club."
    )
    is_made_by_offer = True
    allows_bots = False
    feeds_a_bracket = False

    def format(self, event: Event) -> Format:
        return Format(
            self.name.value, event.games, event.minutes, Again.NEVER, event.minutes // 2, across_clubs=True
        )
