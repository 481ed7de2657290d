"""The addresses that search engines list: what is public, and stays where it is."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from common.addresses import find_path
from common.page_parts import path_loaders
from game.sharing.page import LISTED_PAGES
from people.clubs.roster import open_clubs
from ranking.leaderboard import load_top
from ranking.models import Kind

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
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
    yield from filter(None, map(find_path, LISTED_PAGES))
    players = (row.standing.player for row in load_top(Kind.PEOPLE))
    yield from (reverse("profile", args=[one.username]) for one in players if not one.is_private)
    yield from (reverse("club", args=[club.slug]) for club in open_clubs())
    for load_paths in path_loaders:
        yield from load_paths()
