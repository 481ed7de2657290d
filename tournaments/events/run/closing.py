"""The end of an event: closed for new games, then over after the last ones, or called off."""

from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from people.clubs.models import Club
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.changes import events_of, show_change, show_change_of_club
from tournaments.events.record.ending import end, void
from tournaments.events.record.locking import lock_entries
from tournaments.events.run.results import enter
from tournaments.formats.scoring import VOID, no_show


def close_event(event: Event) -> None:
    """Close the event for new games. Live games have a quarter of an hour to end."""
    event.state, event.due_at = Event.State.CLOSED, clock.now()
    event.save(update_fields=["state", "due_at"])
    lock_entries(event)
    Entry.objects.filter(event=event).update(free_since=None)
    show_change(event.pk)


def finish_event(event: Event) -> None:
    """End an event: live games no longer count for it, the standings are final, and the root is revealed."""
    drop_live_pairings(event)
    event.state = Event.State.OVER
    end(event)
    record_places(event)


def record_places(event: Event) -> None:
    """Store each player's final place."""
    order = kind_of(event).final_places(event)
    lock_entries(event)
    for place in {*order.values()}:
        held = [key for key, own in order.items() if own == place]
        Entry.objects.filter(pk__in=held).update(place=place)
    Entry.objects.filter(event=event).exclude(pk__in=order).update(place=None)
    show_change(event.pk)


def object_to_close(club: Club) -> None:
    """Refuse to close a club while one of its events is running."""
    running = (Event.State.RUNNING, Event.State.CLOSED)
    event = events_of(club).filter(state__in=running).order_by("starts_at").first()
    if event is not None:
        says = gettext("%(event)s is being played. Close the club after it, or end it first.")
        raise Refusal("too_late", says % {"event": event.shown_title})


def call_off_events(club: Club) -> None:
    """Call off the announced events of a closing club. Running events go on, and hosts direct them."""
    announced = events_of(club).filter(state=Event.State.ANNOUNCED)
    for event in announced.select_for_update(no_key=True).order_by("pk"):
        void(event, gettext("%(club)s has closed.") % {"club": club})
    show_change_of_club(club)  # its page no longer exists


def drop_live_pairings(event: Event) -> None:
    """Void the live games for the event. At their tables they go on."""
    for pairing in Pairing.objects.filter(event=event, ending="").select_related("event").order_by("pk"):
        enter(pairing, VOID)


def forfeit_live_pairing(entry: Entry) -> None:
    """Give the opponent of a disqualified player the result of a game whose opponent did not come."""
    seats = entry.seatings.filter(is_live=True).select_related("pairing__event")
    for pairing in [seating.pairing for seating in seats]:
        pairing.was_disqualified = True
        pairing.save(update_fields=["was_disqualified"])
        enter(pairing, no_show(int(pairing.first_id != entry.pk)))
