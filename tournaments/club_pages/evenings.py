"""The events, duels and season on a club's page, and the forms for new ones."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from common import clock
from common.refusal import Refusal
from game.models import Player
from game.web.codes import status_of
from people.clubs.lookup import check_may_direct, load_club
from people.clubs.models import Club
from people.clubs.web.clubs import render_refusal
from tournaments.event_pages.forms import EVERYBODY, DuelForm, NewEventForm
from tournaments.events.manage import duels
from tournaments.events.manage.creating import create_event
from tournaments.events.manage.repeating import create_series, load_series
from tournaments.events.record.changes import events_of
from tournaments.events.show.archive import ENDED, add_podiums
from tournaments.seasons.models import Season
from tournaments.seasons.order import load_standings

MOST_COMING, MOST_PAST, LEADERS = 20, 8, 3
NEXT_IS_PLANNED = timedelta(days=14)  # before a season ends


def describe_evenings(club: Club, *, for_director: bool) -> dict[str, Any]:
    """Return a club's events, its invitations to duels, and its current, next or last season."""
    now = clock.now()
    own = events_of(club).select_related("club", "rival")
    past = own.filter(state__in=ENDED).order_by("-starts_at", "pk")[:MOST_PAST]
    season = Season.objects.filter(club=club).select_related("club", "champion", "final")
    latest = season.order_by("-number").first()
    return {
        "lasting": list(own.exclude(state__in=ENDED).order_by("starts_at", "pk")[:MOST_COMING]),
        "past": add_podiums(past),
        "repeating": load_series(club),
        "offers": duels.waiting_offers(club) if for_director else [],
        "season": latest,
        "leaders": load_standings(latest)[:LEADERS] if latest else [],
        "season_may_begin": latest is None or latest.ends_at <= now + NEXT_IS_PLANNED,
        "next_season": now if latest is None else max(now, latest.ends_at),
        "today": now.date(),
    }


def _form_page(
    template: str,
    empty: Callable[[], Form],
    filled: Callable[[Any], Form],
    make: Callable[[Player, Club, Any], str],
) -> Callable[..., HttpResponse]:
    """Return the view of a form for a club's owners and directors.

    It redirects to the page of the new object.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    def page(request: HttpRequest, slug: str) -> HttpResponse:
        player = request.user
        if not (isinstance(player, Player) and player.has_account):
            return redirect_to_login(request.get_full_path())
        try:
            club = load_club(slug)
            check_may_direct(club, player)
        except Refusal as fault:
            return render_refusal(request, fault)
        form = filled(request.POST) if request.method == "POST" else empty()
        status = 200
        if form.is_valid():
            try:
                return redirect(make(player, club, form))
            except Refusal as fault:
                form.add_error(None, fault.says)
                status = status_of(fault)
        elif form.errors:
            status = 400
        return render(request, template, {"form": form, "club": club}, status=status)

    return page


def _make_event(player: Player, club: Club, form: NewEventForm) -> str:
    rule, zone = form.cleaned_data["repeats"], form.cleaned_data["zone"]
    if rule:
        event = create_series(by=player, club=club, settings=form.settings(), rule=rule, zone=zone)
    else:
        event = create_event(by=player, settings=form.settings(), club=club)
    return f"/events/{event.pk}"


def _offer_duel(player: Player, club: Club, form: DuelForm) -> str:
    chosen = form.cleaned_data
    duels.offer(
        by=player,
        club=club,
        rival=load_rival(chosen["rival"]),
        starts_at=form.starts_at(),
        games=chosen["games"],
        pace=chosen["clock"],
        team_size=chosen["team_size"] or EVERYBODY,
    )
    return f"/club/{club.slug}"


def load_rival(written: str) -> Club:
    """Return the club with the name or address that a user has typed."""
    return load_club("-".join(written.lower().replace("'", " ").replace("’", " ").split()).rpartition("/")[2])


new_event = _form_page(
    "tournaments/events/new.html", lambda: NewEventForm.with_defaults(clock.now()), NewEventForm, _make_event
)
new_duel = _form_page(
    "tournaments/club_pages/duel.html", lambda: DuelForm.with_defaults(clock.now()), DuelForm, _offer_duel
)
