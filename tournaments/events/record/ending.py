"""The end of an event: its row, its entries and its decks."""

from common import clock
from game.runtime.pubsub import publish_on_commit
from game.shared_rounds.announcing import call_off
from tournaments.events.models import Entry, Event
from tournaments.events.record.changes import show_change
from tournaments.events.record.locking import lock_entries
from tournaments.events.record.notify import notify_called_off
from tournaments.events.record.root import open_root


def void(event: Event, reason: str) -> None:
    """Call off an event that has no live game, and notify its entrants."""
    event.state, event.reason = Event.State.VOID, reason.strip()
    notify_called_off(event, event.reason)
    end(event)


def end(event: Event) -> None:
    """Store that an event has ended, and reveal its root."""
    event.ended_at, event.due_at, event.paused_at = clock.now(), None, None
    event.root = open_root(event).hex()
    event.version += 1
    event.save(update_fields=["state", "reason", "ended_at", "due_at", "paused_at", "root", "version"])
    lock_entries(event)
    Entry.objects.filter(event=event).update(free_since=None, has_changed=False)
    if event.deck_set_id is not None:
        call_off(event.deck_set_id)
    show_change(event.pk)
    publish_on_commit("lobby")
