"""How an event ends: closed for new games, over once the last ones have ended, or void."""

from collections.abc import Sequence

from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.runtime.pubsub import publish_on_commit
from game.shared_rounds.announcing import call_off
from people.clubs.models import Club
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.changes import events_of, show_change, show_change_of_club
from tournaments.events.record.load_boards import load_boards
from tournaments.events.record.load_encounters import load_encounters
from tournaments.events.record.load_teams import load_team_places
from tournaments.events.record.locking import lock_entries
from tournaments.events.record.notify import notify_called_off
from tournaments.events.record.root import open_root
from tournaments.events.record.rules import is_in_step, is_of_teams
from tournaments.events.run.plan import bracket_places
from tournaments.events.run.results import enter
from tournaments.formats import boards
from tournaments.formats.boards import BoardLine
from tournaments.formats.scoring import VOID, no_show
from tournaments.formats.standings import Line, standings


def close_event(event: Event) -> None:
    """Begin no new games; those under way have a quarter of an hour to end."""
    event.state, event.due_at = Event.State.CLOSED, clock.now()
    event.save(update_fields=["state", "due_at"])
    lock_entries(event)
    Entry.objects.filter(event=event).update(free_since=None)
    show_change(event.pk)


def finish_event(event: Event) -> None:
    """End an event: what is still being played doesn't count here, the order stands, the root is shown."""
    drop_live_pairings(event)
    event.state = Event.State.OVER
    _end(event)
    record_places(event)


def void(event: Event, reason: str) -> None:
    """Void an event in which no game is being played, and notify its entrants."""
    event.state, event.reason = Event.State.VOID, reason.strip()
    notify_called_off(event, event.reason)
    _end(event)


def _end(event: Event) -> None:
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


def record_places(event: Event) -> None:
    """Write down each player's place in the final order."""
    order = final_places(event)
    lock_entries(event)
    for place in {*order.values()}:
        held = [key for key, own in order.items() if own == place]
        Entry.objects.filter(pk__in=held).update(place=place)
    Entry.objects.filter(event=event).exclude(pk__in=order).update(place=None)
    show_change(event.pk)


def final_places(event: Event) -> dict[int, int]:
    """The place of each person who has played and was not disqualified; a house bot is passed over."""
    if event.kind == Event.Kind.BRACKET:
        return bracket_places(event)
    ranked = Entry.objects.filter(event=event, is_disqualified=False, played__gt=0).order_by("pk")
    if is_of_teams(event):
        places = load_team_places(event)
        return {key: places[team] for key, team in ranked.values_list("pk", "team") if team is not None}
    people = set(ranked.filter(player__brain="").values_list("pk", flat=True))
    keys = list(ranked.values_list("pk", flat=True))
    if is_in_step(event):
        lines: Sequence[Line | BoardLine] = boards.order(keys, load_boards(event))
    else:
        lines = standings(keys, load_encounters(event))
    placed = [line for line in lines if line.player in people]
    return {line.player: 1 + sum(other.place < line.place for other in placed) for line in placed}


def object_to_close(club: Club) -> None:
    """Refuse to close a club while people play in an event of its."""
    running = (Event.State.RUNNING, Event.State.CLOSED)
    event = events_of(club).filter(state__in=running).order_by("starts_at").first()
    if event is not None:
        says = gettext("%(event)s is being played. Close the club when that’s over, or end it first.")
        raise Refusal("too_late", says % {"event": event.shown_title})


def call_off_events(club: Club) -> None:
    """Void what a club that closes had announced; what is being played goes on, and hosts direct it."""
    announced = events_of(club).filter(state=Event.State.ANNOUNCED)
    for event in announced.select_for_update(no_key=True).order_by("pk"):
        void(event, gettext("%(club)s has closed.") % {"club": club})
    show_change_of_club(club)  # its page is gone


def drop_live_pairings(event: Event) -> None:
    """Have the games that are still being played count for nobody here; at their tables they go on."""
    for pairing in Pairing.objects.filter(event=event, ending="").select_related("event").order_by("pk"):
        enter(pairing, VOID)


def forfeit_live_pairing(entry: Entry) -> None:
    """Give the opponent of a disqualified player what they would have had if the player had not come."""
    seats = entry.seatings.filter(is_live=True).select_related("pairing__event")
    for pairing in [seating.pairing for seating in seats]:
        pairing.was_disqualified = True
        pairing.save(update_fields=["was_disqualified"])
        enter(pairing, no_show(int(pairing.first_id != entry.pk)))
