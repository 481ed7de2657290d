"""The URLs for search engines: everything public with a lasting address."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from common.addresses import find_path
from common.page_parts import path_loaders
from game.sharing.page import LISTED_PAGES
from ranking.leaderboard import load_top
from ranking.models import Kind

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
CACHE_CONTROL = "public, max-age=3600"


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the pages that are the same for everyone, and public players, clubs, events and days."""
    root = Element("urlset", xmlns=NAMESPACE)
    for path in listed_paths():
        SubElement(SubElement(root, "url"), "loc").text = request.build_absolute_uri(path)
    text = tostring(root, "utf-8", xml_declaration=True)
    return HttpResponse(text, content_type="application/xml", headers={"Cache-Control": CACHE_CONTROL})


def listed_paths() -> Iterator[str]:
    """Yield the path of every listed page. Of players, the best fifty who show their profiles."""
    yield from filter(None, map(find_path, LISTED_PAGES))
    players = (row.standing.player for row in load_top(Kind.PEOPLE))
    yield from (reverse("profile", args=[one.username]) for one in players if not one.is_private)
    for load_paths in path_loaders:
        yield from load_paths()
