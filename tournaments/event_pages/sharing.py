"""The social preview of an event, and the feed of all public events."""

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from common.refusal import Refusal
from game.sharing.drawing import picture_response
from game.sharing.feed import FeedItem, feed_response
from game.sharing.illustrate import BEST_HAND
from game.sharing.page import Sharing
from game.sharing.picture import Picture
from tournaments.events.models import Event
from tournaments.events.record.locking import load_event
from tournaments.events.show.archive import load_podiums
from tournaments.events.show.snapshot import is_shown_to

MOST_EVENTS = 40


def share_event(event: Event) -> Sharing:
    """Return the preview of an event. Search engines list only public events."""
    is_for_all = event.club_id is None or event.rival_id is not None
    picture = reverse("event_picture", args=[event.pk])
    return Sharing(event.shown_title, describe_event(event), picture, is_listed=is_for_all)


def describe_event(event: Event) -> str:
    """Return a description of an event, as an invitation."""
    if event.team_size:
        return gettext("Two teams, eight rounds, the same cards with swapped seats.")
    if not event.games:
        return gettext("A cribbage event against one opponent after the other. Join in.")
    says = ngettext(
        "A cribbage event: %(n)s game against the next free player. Join in.",
        "A cribbage event: %(n)s games, one opponent after the other. Join in.",
        event.games,
    )
    return says % {"n": event.games}


def describe_start(event: Event) -> str:
    day, time = date_format(event.starts_at, "j F Y"), f"{event.starts_at:%H:%M}"
    return gettext("%(day)s, %(time)s UTC") % {"day": day, "time": time}


def describe_result(event: Event, podium: list[str]) -> str:
    """Return the result of an event, with its first three."""
    if event.state == Event.State.VOID:
        return gettext("The event was called off.")
    if not podium:
        return gettext("The event is over.")
    return gettext("First: %(names)s.") % {"names": ", ".join(podium)}


@require_safe
async def event_picture(request: HttpRequest, event_id: str) -> HttpResponse:
    """Return the picture of an event: its name, its start, and its winner once it is over."""

    def load() -> Picture:
        try:
            return illustrate_event(load_event(event_id))
        except Refusal as fault:
            raise Http404(fault.says) from None

    return await picture_response(request, load)


def illustrate_event(event: Event) -> Picture:
    """Return the picture with the event's start, or the first three once it is over."""
    says = describe_event(event)
    if event.ended_at is not None:
        says = describe_result(event, podiums_of([event])[event.pk])
    return Picture(event.shown_title, (describe_start(event), says), BEST_HAND, target=event.target)


@require_safe
def events_feed(request: HttpRequest) -> HttpResponse:
    """Return announcements and results of events as RSS."""
    shown = Event.objects.filter(is_shown_to(None)).order_by("-starts_at")[:MOST_EVENTS]
    title = gettext("Every Other: cribbage events")
    says = gettext("Announcements and results of events.")
    return feed_response(request, title, says, reverse("events"), _items(list(shown)))


def _items(events: list[Event]) -> Iterator[FeedItem]:
    podiums = podiums_of([event for event in events if event.ended_at])
    for event in events:
        page = reverse("event", args=[event.pk])
        if event.ended_at:
            says = describe_result(event, podiums[event.pk])
            yield FeedItem(event.shown_title, says, page, event.ended_at, "result")
        else:
            says = f"{describe_start(event)}. {describe_event(event)}"
            yield FeedItem(event.shown_title, says, page, event.created_at)


def podiums_of(events: list[Event]) -> dict[str, list[str]]:
    """Return the names of the first three of each event that is over."""
    podiums = load_podiums([event.pk for event in events])
    return {event.pk: [placed.player for placed in podiums[event.pk]] for event in events}
