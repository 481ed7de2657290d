"""Changes of what an event shows: counted in the transaction of each change, published after the commit."""

from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet

from game.models import Player
from game.runtime.pubsub import publish_on_commit
from people.clubs.models import Club
from tournaments.events.models import Change, Entry, Event


class Mark(NamedTuple):
    """How often an event has changed, and its last change. Equal marks mean equal rows."""

    changes: int = 0
    last: int = 0


def show_change(*events: str) -> None:
    """Publish a change of these events when this transaction commits.

    An insert never waits: a counter in the event's own row would make ending games wait for the pairing.
    """
    Change.objects.bulk_create([Change(event_id=event) for event in events])
    for event in events:
        publish_on_commit("event", event)


def show_change_of(player: Player) -> None:
    """Publish a change of all events that a player has entered or made, after their name has changed."""
    entered = Entry.objects.filter(player=player).values_list("event", flat=True)
    show_change(*sorted({*entered, *Event.objects.filter(by=player).values_list("pk", flat=True)}))


def show_change_of_club(club: Club) -> None:
    """Publish a change of all events of a club, after its name has changed or its page has closed."""
    show_change(*events_of(club).order_by("pk").values_list("pk", flat=True))


def events_of(club: Club) -> QuerySet[Event]:
    """Return all events of a club."""
    return Event.objects.filter(Q(club=club) | Q(rival=club))


def load_mark(event_id: str) -> Mark:
    """Return the mark of an event. Rows read after this are at least as new as the mark."""
    found = Change.objects.filter(event=event_id).aggregate(changes=Count("pk"), last=Max("pk"))
    return Mark(found["changes"], found["last"] or 0)
