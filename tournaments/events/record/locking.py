"""Load and lock an event or its entries, so that concurrent changes run one after another."""

from django.utils.translation import gettext

from common.refusal import Refusal
from tournaments.events.models import Entry, Event


def load_event(event_id: str) -> Event:
    """Return an event, or raise a refusal."""
    event = Event.objects.select_related("by", "club", "rival", "deck_set").filter(pk=event_id).first()
    if event is None:
        raise Refusal("no_event", gettext("There’s no such event."))
    return event


def load_and_lock(event_id: str) -> Event:
    """Return an event, locked for this transaction."""
    event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
    if event is None:
        raise Refusal("no_event", gettext("There’s no such event."))
    return event


def lock_entries(event: Event) -> list[Entry]:
    """Return all entries of an event, locked for this transaction in the common order."""
    return list(Entry.objects.filter(event=event).order_by("pk").select_for_update(no_key=True))
