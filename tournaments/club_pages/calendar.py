"""The calendar of a club, to subscribe to."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common import clock
from common.formats.calendar_file import calendar_feed
from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.rate_limits import EVENT_FILES
from people.clubs.lookup import load_club
from tournaments.event_pages.calendars import KEPT, MOST, calendar_event
from tournaments.events.models import Event
from tournaments.events.record.changes import events_of


@require_safe
@never_cache
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the events of a club, as its page lists them."""
    check_rate_limit(request, EVENT_FILES)
    try:
        club = load_club(slug)
    except Refusal as fault:
        raise Http404(fault.says) from None
    shown = events_of(club).exclude(state=Event.State.VOID).filter(starts_at__gt=clock.now() - KEPT)
    return calendar_feed(
        club.name, [calendar_event(event, request) for event in shown.order_by("starts_at")[:MOST]]
    )
