"""The games of an event."""

from django.db.models import Q

from tournaments.events.models import Pairing


def games_of_event(event: str) -> Q:
    """Select what refers to a game of an event."""
    return Q(game__in=Pairing.objects.filter(event=event.replace("\0", "")).values("game"))
