"""The calendar of a player, to subscribe to by a secret address."""

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common import clock
from common.formats.calendar_file import CalendarEvent, calendar_feed
from common.http.client_ip import check_rate_limit
from game.accounts.rate_limits import CALLS, EVENT_FILES
from game.models import Player
from rng import entropy
from tournaments.events.models import CalendarFeed, Event
from tournaments.events.record.rules import SOON

# How long past events stay in a calendar, and how many events it has.
KEPT, MOST = timedelta(days=30), 200

# Return what other apps add to a player's calendar: their appointments.
calendar_loaders: list[Callable[[Player, HttpRequest], Iterable[CalendarEvent]]] = []


def calendar_event(event: Event, request: HttpRequest) -> CalendarEvent:
    """Return an event of the site as an event of a calendar."""
    return CalendarEvent(
        uid=f"{event.pk}@{request.get_host()}",
        created_at=event.created_at,
        starts_at=event.starts_at,
        lasts=event.closes_at - event.starts_at,
        title=event.shown_title,
        url=request.build_absolute_uri(reverse("event", args=[event.pk])),
        alarm_before=SOON,
    )


@require_safe
@never_cache
def player_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return the appointments of a player, and the events that they have entered."""
    check_rate_limit(request, EVENT_FILES)
    feed = CalendarFeed.objects.filter(token=token.replace("\0", "")).select_related("player").first()
    if feed is None:
        raise Http404(gettext("This address is no longer in use."))
    player = feed.player
    entered = Event.objects.filter(
        entries__player=player,
        entries__left_at=None,
        entries__is_disqualified=False,
        starts_at__gt=clock.now() - KEPT,
    ).exclude(state=Event.State.VOID)
    events = [calendar_event(event, request) for event in entered.order_by("starts_at")[:MOST]]
    games = [event for load in calendar_loaders for event in load(player, request)]
    return calendar_feed(gettext("Cribbage"), [*events, *games])


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calendar_page(request: HttpRequest) -> HttpResponse:
    """Show the secret address of a player's calendar. Make a new one, or end it."""
    player = request.user
    if not (isinstance(player, Player) and player.has_account):
        raise Http404(gettext("You need an account for a calendar."))
    if request.method == "POST":
        check_rate_limit(request, CALLS)
        if request.POST.get("do") == "end":
            CalendarFeed.objects.filter(player=player).delete()
        else:
            made = {"token": entropy.club_token(), "made_at": clock.now()}
            CalendarFeed.objects.update_or_create(player=player, defaults=made)
        return redirect("calendar")
    feed = CalendarFeed.objects.filter(player=player).first()
    address = feed and request.build_absolute_uri(reverse("player_calendar", args=[feed.token]))
    return render(request, "tournaments/events/calendar.html", {"address": address})
