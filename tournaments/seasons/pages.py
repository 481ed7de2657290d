"""The pages of seasons of the site and of clubs."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common import clock
from tournaments.events.models import Event
from tournaments.events.show.archive import add_podiums
from tournaments.formats.season import NIGHTS_TO_BE_LISTED
from tournaments.seasons.models import Season
from tournaments.seasons.order import load_standings, nights_of
from tournaments.seasons.trophies import title_of

MOST_SHOWN = 100


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Show the current or last season of the site, and the earlier ones."""
    all_of_them = list(
        Season.objects.filter(club=None).select_related("champion", "final").order_by("-number")
    )
    context = {"season": None, "fewest": NIGHTS_TO_BE_LISTED}
    if all_of_them:
        context = describe_season(all_of_them[0])
    return render(request, "tournaments/seasons/seasons.html", context | {"before": all_of_them[1:]})


@require_safe
def season(request: HttpRequest, number: int) -> HttpResponse:
    """Show a season of the site."""
    return _render(request, club=None, number=number)


@require_safe
def club_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a season of a club."""
    return _render(request, club__slug=slug, number=number)


@require_safe
def closed_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show a season of a club that has closed since."""
    return _render(request, pk=season_id, club__closed_at__isnull=False)


def describe_season(season: Season) -> dict[str, Any]:
    """Return the content of a season's page: its standings, and its nights, newest first."""
    standings = load_standings(season)
    over = nights_of(season).filter(state=Event.State.OVER).order_by("-starts_at", "pk")
    lasting = nights_of(season).filter(due_at__isnull=False).order_by("starts_at", "pk")
    return {
        "season": season,
        "title": title_of(season),
        "has_begun": season.starts_at <= clock.now(),
        "has_ended": season.ends_at <= clock.now(),
        "listed": [one for one in standings if one.place][:MOST_SHOWN],
        "others": [one for one in standings if not one.place][:MOST_SHOWN],
        "nights": add_podiums(over),
        "next": lasting.first(),
        "fewest": NIGHTS_TO_BE_LISTED,
    }


def _render(request: HttpRequest, **which: Any) -> HttpResponse:
    found = Season.objects.select_related("club", "champion", "final").filter(**which).first()
    if found is None:
        raise Http404(gettext("There’s no such season."))
    return render(request, "tournaments/seasons/season.html", describe_season(found))
