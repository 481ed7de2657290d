"""Changes of what an event shows: counted in the transaction of each, and published once it is durable."""

from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet

from game.models import Player
from game.runtime.pubsub import publish_on_commit
from people.clubs.models import Club
from tournaments.events.models import Change, Entry, Event


class Mark(NamedTuple):
    """How often an event has changed, and the last of it: two that are equal are of the same rows."""

    changes: int = 0
    last: int = 0


def show_change(*events: str) -> None:
    """Have all who look at these events see what this transaction changes.

    An insert waits for nobody: for a number in the event's own row games that end would wait for who pairs.
    """
    Change.objects.bulk_create([Change(event_id=event) for event in events])
    for event in events:
        publish_on_commit("event", event)


def show_change_of(player: Player) -> None:
    """Have all events that a player has entered or made shown anew: their name has changed."""
    entered = Entry.objects.filter(player=player).values_list("event", flat=True)
    show_change(*sorted({*entered, *Event.objects.filter(by=player).values_list("pk", flat=True)}))


def show_change_of_club(club: Club) -> None:
    """Have all events of a club shown anew: its name has changed, or it has no page any more."""
    show_change(*events_of(club).order_by("pk").values_list("pk", flat=True))


def events_of(club: Club) -> QuerySet[Event]:
    """All events that a club is in."""
    return Event.objects.filter(Q(club=club) | Q(rival=club))


def load_mark(event_id: str) -> Mark:
    """How an event stands by its changes; one who reads its rows after this reads nothing older."""
    found = Change.objects.filter(event=event_id).aggregate(changes=Count("pk"), last=Max("pk"))
    return Mark(found["changes"], found["last"] or 0)
