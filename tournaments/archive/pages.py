"""The pages of the archive: winners, a club's past, and a player's events and opponents."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.http.query_params import InvalidParam, int_param
from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.models import Player
from people.clubs.lookup import find_membership, load_club
from people.clubs.models import Club
from people.profiles.opponents import query_opponents
from people.profiles.visibility import is_open_to
from tournaments.archive.night import has_replay, load_turning_points
from tournaments.archive.paging import LAST, cut
from tournaments.archive.totals import load_members, load_winners
from tournaments.event_pages.pages import MAX_PAST, load_or_404, player_of
from tournaments.events.show.archive import load_past
from tournaments.events.show.overview import load_overview
from tournaments.events.show.past_of_player import load_events_before
from tournaments.events.show.trophies import load_trophies

EVENTS_SHOWN = 50


@require_safe
def night(request: HttpRequest, event_id: str) -> HttpResponse:
    """Show the turning points of a past event."""
    overview = load_or_404(lambda: load_overview(event_id))
    if not has_replay(overview.row):
        raise Http404(gettext("This page opens when the event is over."))
    context = {"event": overview.event, "points": load_turning_points(overview)}
    return render(request, "tournaments/archive/night.html", context)


@require_safe
def winners(request: HttpRequest) -> HttpResponse:
    """Show the players who have won the most events."""
    return render(request, "tournaments/archive/winners.html", {"page": load_winners(number_of(request))})


@require_safe
def club_past(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the past events of a club."""
    club = club_or_404(slug)
    past, older = load_past(request.GET.get("before", ""), MAX_PAST, player_of(request), club)
    return render(request, "tournaments/archive/club_past.html", {"club": club, "past": past, "older": older})


@require_safe
def club_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's all-time table."""
    club = club_or_404(slug)
    is_member = find_membership(club, request.user) is not None
    page = load_members(club, number_of(request), for_member=is_member)
    return render(request, "tournaments/archive/club_table.html", {"club": club, "page": page})


@require_safe
def events_of(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's trophies and all their past events."""
    player = open_player_or_404(request, name)
    before = request.GET.get("before", "")
    found = load_events_before(player, before, EVENTS_SHOWN + 1, request.user)
    shown = found[:EVENTS_SHOWN]
    context: dict[str, Any] = {
        "player": player,
        "trophies": [] if before else load_trophies(player.pk),
        "events": shown,
        "older": shown[-1].id if len(found) > EVENTS_SHOWN else None,
    }
    return render(request, "tournaments/archive/events_of.html", context)


@require_safe
def opponents(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's record against each opponent."""
    player = open_player_or_404(request, name)
    page = cut(query_opponents(player, request.user), number_of(request))
    rows = [
        {
            "name": row["opponent__username"],
            "won": row["won"],
            "lost": row["games"] - row["won"],
            "last": row["last"],
        }
        for row in page.rows
    ]
    context = {"player": player, "page": page, "rows": rows}
    return render(request, "tournaments/archive/opponents.html", context)


def number_of(request: HttpRequest) -> int:
    """Return the number of the page that a request asks for."""
    try:
        return int_param(request, "page", default=1, least=1, most=LAST)
    except InvalidParam as fault:
        raise Http404(gettext("There’s no such page.")) from fault


def club_or_404(slug: str) -> Club:
    try:
        return load_club(slug)
    except Refusal as fault:
        raise Http404(fault.says) from None


def open_player_or_404(request: HttpRequest, name: str) -> Player:
    """Return the player of this name. A private profile and a deleted account have no archive for others."""
    try:
        player = load_player_by_name(name)
    except Refusal as fault:
        raise Http404(fault.says) from None
    if not (player.is_active and is_open_to(request.user, player)):
        raise Http404(gettext("This player’s profile is private."))
    return player
