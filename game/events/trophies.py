"""What a player has won in events, as their page shows it. Seasons add theirs here."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.events.models import Entry, Event

SLAM_GAMES = 9


@dataclass(frozen=True, slots=True)
class Trophy:
    """Something won, and the event in which that was."""

    name: str | Promise
    event: str
    title: str
    at: datetime


def load_trophies(player_id: int) -> list[Trophy]:
    """The trophies of a player, newest first: one for every night of nine games that were all won."""
    slams = Entry.objects.filter(
        player=player_id,
        is_disqualified=False,
        wins=F("event__games"),
        event__kind=Event.Kind.NIGHT,
        event__games=SLAM_GAMES,
        event__state=Event.State.OVER,
    )
    return [
        Trophy(_("Grand Slam"), entry.event_id, entry.event.shown_title, entry.event.starts_at)
        for entry in slams.select_related("event").order_by("-event__starts_at", "-pk")
    ]
