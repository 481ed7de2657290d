"""The board of a game on other sites: which games have one, its URL, and its size."""

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext

from common.database.compiled_query import CompiledModelQuery
from common.http.client_ip import client_network
from common.http.rate_limit import RateLimited
from common.wings import is_installed
from game.accounts.rate_limits import EMBEDS
from game.models import Game
from game.shared_decks.barrier import without_open

# The minimum width for reading a board, and the minimum height for stepping through it.
NARROWEST, LOWEST = 240, 240
WIDTH = 480
# In css/parts/programs/embedding.css a board is two fifths as high as it is wide, with larger cards from this
# width on.
LARGE_CARDS = 480
# A move, or a part of one: "57", "57.1".
PLACE = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,3})?")


def find_shown(game_id: str) -> Game | None:
    """Return a finished game that counts, is public, and whose board is closed. Otherwise None.

    Live games have no such board. Their spectators use the table's page, which updates itself.
    """
    return _shown.fetch(game_id)


def _select_shown(game_id: str) -> QuerySet[Game]:
    games = Game.objects.filter(
        pk=game_id, voided_at=None, winner__isnull=False, seat_a__is_private=False, seat_b__is_private=False
    )
    return without_open(games.exclude(finished_at=None))


_shown = CompiledModelQuery(Game, _select_shown, "a game's id", related=("seat_a", "seat_b"))


def parse_place(text: str) -> str:
    """Parse a place in a replay from a URL. Return an empty string for anything else."""
    return text if PLACE.fullmatch(text) else ""


def check_embeds(request: HttpRequest) -> None:
    """Take a turn of the rate limit for the IP address only, since embedded boards have no known visitor."""
    if wait := EMBEDS.acquire(None, client_network(request)):
        raise RateLimited(wait)


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """A board in a frame on another page."""

    address: str
    title: str
    oembed: str
    width: int = WIDTH

    @property
    def height(self) -> int:
        return height_of(self.width)


def height_of(width: int) -> int:
    """Return the height at which a board needs no scrolling."""
    return round(0.4 * width) + (368 if width >= LARGE_CARDS else 326)


def frame_of(request: HttpRequest, game: Game, place: str = "") -> BoardFrame:
    """Return the frame of a game, at its place or its beginning."""
    asked = {"ply": place} if place else {}
    page = request.build_absolute_uri(reverse("replay", args=[game.pk], query=asked))
    asks = urlencode({"url": page, "format": "json"})
    return BoardFrame(
        address=request.build_absolute_uri(reverse("embedded_game", args=[game.pk])),
        title=title_of(game),
        oembed=f"{request.build_absolute_uri(reverse('oembed'))}?{asks}",
    )


def find_frame(request: HttpRequest, game: Game, place: str) -> BoardFrame | None:
    """Return the frame of a game that may be shown on other sites, if this site has the page for it."""
    return frame_of(request, game, place) if is_installed("programs") and find_shown(game.pk) else None


def title_of(game: Game) -> str:
    return describe_title(game.seat_a.shown_name, game.seat_b.shown_name)


def describe_title(a: str, b: str) -> str:
    """Return the title of a board by its players."""
    return gettext("%(a)s v %(b)s: cribbage, move by move") % {"a": a, "b": b}


def iframe_line(address: str, title: str, width: int, height: int) -> str:
    """Return the HTML line that embeds a board."""
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" style="border:0"></iframe>',
        address,
        width,
        height,
        title,
    )
