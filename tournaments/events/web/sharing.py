"""What a link to an event says and shows, and the feed of all that are for everybody."""

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
    """An event; search engines list those that anybody sees in a list."""
    is_for_all = event.club_id is None or event.rival_id is not None
    picture = reverse("event_picture", args=[event.pk])
    return Sharing(event.shown_title, describe_event(event), picture, is_listed=is_for_all)


def describe_event(event: Event) -> str:
    """What one plays there, as an invitation."""
    if event.team_size:
        return gettext("Two teams, the same cards with seats swapped, eight boards.")
    if not event.games:
        return gettext("An evening of cribbage, against one opponent after the other. Join in.")
    says = ngettext(
        "An evening of cribbage: %(n)s game, against anyone who is free. Join in.",
        "An evening of cribbage: %(n)s games, one opponent after the other. Join in.",
        event.games,
    )
    return says % {"n": event.games}


def describe_start(event: Event) -> str:
    day, time = date_format(event.starts_at, "j F Y"), f"{event.starts_at:%H:%M}"
    return gettext("%(day)s, %(time)s UTC") % {"day": day, "time": time}


def describe_result(event: Event, podium: list[str]) -> str:
    """How an event ended, with its first three."""
    if event.state == Event.State.VOID:
        return gettext("It was called off.")
    if not podium:
        return gettext("It is over.")
    return gettext("First: %(names)s.") % {"names": ", ".join(podium)}


@require_safe
async def event_picture(request: HttpRequest, event_id: str) -> HttpResponse:
    """The picture of an event: its name, when it begins, and its winner once it is over."""

    def load() -> Picture:
        try:
            return illustrate_event(load_event(event_id))
        except Refusal as fault:
            raise Http404(fault.says) from None

    return await picture_response(request, load)


def illustrate_event(event: Event) -> Picture:
    """When an event begins, and its first three once it is over."""
    says = describe_event(event)
    if event.ended_at is not None:
        says = describe_result(event, podiums_of([event])[event.pk])
    return Picture(event.shown_title, (describe_start(event), says), BEST_HAND, target=event.target)


@require_safe
def events_feed(request: HttpRequest) -> HttpResponse:
    """What was announced, and how it ended, as RSS."""
    shown = Event.objects.filter(is_shown_to(None)).order_by("-starts_at")[:MOST_EVENTS]
    title = gettext("Every Other: cribbage evenings")
    says = gettext("Events as they are announced, and how they ended.")
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
    """The names of the first three of each event that is over."""
    podiums = load_podiums([event.pk for event in events])
    return {event.pk: [place["player"] for place in podiums[event.pk]] for event in events}
