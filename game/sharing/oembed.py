"""oEmbed: tells another site how to show a game that is linked there (oembed.com, version 1.0)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import parse_qs, urlencode, urlsplit

from django.http import HttpRequest, JsonResponse
from django.urls import Resolver404, resolve
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.formats.digits import parse_digits
from common.formats.json import Json
from common.http.rate_limit import RateLimited
from game.models import Game
from game.sharing.frame import (
    LOWEST,
    NARROWEST,
    WIDTH,
    check_embeds,
    find_shown,
    frame_of,
    height_of,
    iframe_line,
    parse_place,
)
from game.sharing.page import share_game
from game.sharing.picture import HEIGHT as PICTURE_HEIGHT
from game.sharing.picture import WIDTH as PICTURE_WIDTH

CACHE_SECONDS = 600
# Any page may ask; the answer contains nothing about the visitor.
HEADERS = {"Access-Control-Allow-Origin": "*"}
SHOWN = ("replay", "embedded_game")


class OEmbedError(Exception):
    """A refused request: a status, a code, and a sentence for the developer."""

    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status, self.code, self.says = status, code, says


@dataclass(frozen=True, slots=True)
class Asked:
    """The linked game, its place, and the available size."""

    game: Game
    place: str
    width: int | None
    height: int | None


@require_safe
def oembed(request: HttpRequest) -> JsonResponse:
    """Return how to show a game, by the URL of its replay."""
    try:
        check_embeds(request)
        answer = describe_board(request, parse_request(request))
    except RateLimited as fault:
        return refuse(429, "too_many", fault.says, {"Retry-After": str(fault.retry_after)})
    except OEmbedError as fault:
        return refuse(fault.status, fault.code, fault.says)
    return JsonResponse(answer, headers=HEADERS | {"Cache-Control": f"public, max-age={CACHE_SECONDS}"})


def refuse(status: int, code: str, says: str, more: Mapping[str, str] = MappingProxyType({})) -> JsonResponse:
    """Return a refusal in the format of the other API calls."""
    headers = {**HEADERS, "Cache-Control": "no-cache", **more}
    return JsonResponse({"code": code, "says": says}, status=status, headers=headers)


def parse_request(request: HttpRequest) -> Asked:
    """Parse a request, or raise the refusal."""
    if request.GET.get("format", "json") != "json":
        # oEmbed specifies 501. That counts as a server error here and would let any client trigger the host's
        # alarm.
        raise OEmbedError(400, "format", gettext("Only format=json is supported."))
    game, place = find_linked(request, request.GET.get("url", ""))
    return Asked(
        game,
        place,
        parse_room(request, "maxwidth", NARROWEST),
        parse_room(request, "maxheight", LOWEST),
    )


def find_linked(request: HttpRequest, address: str) -> tuple[Game, str]:
    """Return the game and the place of a URL of this site."""
    if not address:
        raise OEmbedError(400, "no_url", gettext("Give the address of a replay as url."))
    try:
        link = urlsplit(address)
        page = resolve(link.path)
    except (ValueError, Resolver404):
        raise not_a_game() from None
    is_ours = link.scheme in ("http", "https") and link.netloc.lower() == request.get_host().lower()
    if not is_ours or page.url_name not in SHOWN:
        raise not_a_game()
    game = find_shown(page.kwargs["game_id"])
    if game is None:
        raise OEmbedError(404, "not_shown", gettext("There’s no game to show here."))
    places = parse_qs(link.query).get("ply", [link.fragment])
    return game, parse_place(places[0])


def not_a_game() -> OEmbedError:
    return OEmbedError(404, "not_a_game", gettext("This is not the address of a replay on this site."))


def parse_room(request: HttpRequest, name: str, least: int) -> int | None:
    """Parse the available size in one direction; None if unlimited."""
    text = request.GET.get(name)
    if text is None:
        return None
    pixels = parse_digits(text, longest=6)
    if pixels is None:
        raise OEmbedError(400, name, gettext("%(name)s is a number of pixels.") % {"name": name})
    if pixels < least:
        says = gettext("A replay needs at least %(wide)s by %(high)s pixels.")
        raise OEmbedError(400, name, says % {"wide": NARROWEST, "high": LOWEST})
    return pixels


def describe_board(request: HttpRequest, asked: Asked) -> Json:
    """Return an iframe that fits, and a picture if it fits too."""
    frame = frame_of(request, asked.game, asked.place)
    width = min(WIDTH, asked.width or WIDTH)
    height = min(height_of(width), asked.height or height_of(width))
    address = f"{frame.address}?{urlencode({'ply': asked.place})}" if asked.place else frame.address
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": frame.title,
        "provider_name": "Every Other",
        "provider_url": request.build_absolute_uri("/"),
        "cache_age": CACHE_SECONDS,
        "width": width,
        "height": height,
        "html": iframe_line(address, frame.title, width, height),
    }
    picture = request.build_absolute_uri(share_game(asked.game, asked.place).picture)
    room = (asked.width or PICTURE_WIDTH, asked.height or PICTURE_HEIGHT)
    if room[0] >= PICTURE_WIDTH and room[1] >= PICTURE_HEIGHT:
        thumbnail = {"url": picture, "width": PICTURE_WIDTH, "height": PICTURE_HEIGHT}
        answer |= {f"thumbnail_{name}": value for name, value in thumbnail.items()}
    return answer
