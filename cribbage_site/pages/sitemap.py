"""The addresses that search engines list: what is public, and stays where it is."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from game.sharing.page import LISTED_PAGES
from people.clubs.roster import open_clubs
from ranking.leaderboard import load_top
from ranking.models import Kind
from study.daily.models import Daily
from study.throws.models import DailyThrow
from study.throws.voting import today
from tournaments.events.models import Event
from tournaments.events.show.snapshot import is_shown_to

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
# Of each kind the newest: far below the 50,000 addresses that a sitemap may have, and soon read.
MOST_EVENTS = 1000
MOST_DAYS = 400
CACHE_CONTROL = "public, max-age=3600"


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The pages that are the same for everyone, and those of players, clubs, events and days that all see."""
    root = Element("urlset", xmlns=NAMESPACE)
    for path in listed_paths():
        SubElement(SubElement(root, "url"), "loc").text = request.build_absolute_uri(path)
    text = tostring(root, "utf-8", xml_declaration=True)
    return HttpResponse(text, content_type="application/xml", headers={"Cache-Control": CACHE_CONTROL})


def listed_paths() -> Iterator[str]:
    """Every listed page by its path: of players the best fifty, if they show their profiles."""
    yield from (reverse(name) for name in LISTED_PAGES)
    players = (row.standing.player for row in load_top(Kind.PEOPLE))
    yield from (reverse("profile", args=[one.username]) for one in players if not one.is_private)
    yield from (reverse("club", args=[club.slug]) for club in open_clubs())
    events = Event.objects.filter(is_shown_to(None)).exclude(state=Event.State.VOID).order_by("-starts_at")
    yield from (reverse("event", args=[key]) for key in events.values_list("pk", flat=True)[:MOST_EVENTS])
    closed = Daily.objects.filter(stage__in=(Daily.Stage.CLOSED, Daily.Stage.COUNTED)).order_by("-day")
    days = closed.values_list("day", flat=True)[:MOST_DAYS]
    yield from (reverse("daily_of_day", args=[day.isoformat()]) for day in days)
    throws = DailyThrow.objects.filter(day__lte=today()).order_by("-day")
    yield from (reverse("throw_of_day", args=[d]) for d in throws.values_list("day", flat=True)[:MOST_DAYS])
