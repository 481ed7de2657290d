"""oEmbed: tells another site how to show a game that somebody links to there (oembed.com, version 1.0)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import parse_qs, urlencode, urlsplit

from django.http import HttpRequest, JsonResponse
from django.urls import Resolver404, resolve
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

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
# Anyone may ask, from any page; there is nothing of a visitor in the answer.
HEADERS = {"Access-Control-Allow-Origin": "*"}
SHOWN = ("replay", "embedded_game")


class OEmbedError(Exception):
    """A request that has no answer: a status, a code, and a sentence for who wrote the request."""

    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status, self.code, self.says = status, code, says


@dataclass(frozen=True, slots=True)
class Asked:
    """A game that somebody links to, its place, and the room there is for it."""

    game: Game
    place: str
    width: int | None
    height: int | None


@require_safe
def oembed(request: HttpRequest) -> JsonResponse:
    """How to show a game, by the address of its replay."""
    try:
        check_embeds(request)
        answer = describe_board(request, parse_request(request))
    except RateLimited as fault:
        return refuse(429, "too_many", fault.says, {"Retry-After": str(fault.retry_after)})
    except OEmbedError as fault:
        return refuse(fault.status, fault.code, fault.says)
    return JsonResponse(answer, headers=HEADERS | {"Cache-Control": f"public, max-age={CACHE_SECONDS}"})


def refuse(status: int, code: str, says: str, more: Mapping[str, str] = MappingProxyType({})) -> JsonResponse:
    """Why there is no answer, as every call here says it."""
    headers = {**HEADERS, "Cache-Control": "no-cache", **more}
    return JsonResponse({"code": code, "says": says}, status=status, headers=headers)


def parse_request(request: HttpRequest) -> Asked:
    """What a request asks, or why it has no answer."""
    if request.GET.get("format", "json") != "json":
        # oEmbed names 501, which is an error of ours: anybody could set off the host's alarm.
        raise OEmbedError(400, "format", gettext("Only format=json is answered."))
    game, place = find_linked(request, request.GET.get("url", ""))
    return Asked(
        game,
        place,
        parse_room(request, "maxwidth", NARROWEST),
        parse_room(request, "maxheight", LOWEST),
    )


def find_linked(request: HttpRequest, address: str) -> tuple[Game, str]:
    """The game and the place that an address of this site names."""
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
    """The room that is left in one direction; None where it does not matter."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise OEmbedError(400, name, gettext("%(name)s is a number of pixels.") % {"name": name})
    if int(text) < least:
        says = gettext("A board needs %(wide)s by %(high)s pixels at least.")
        raise OEmbedError(400, name, says % {"wide": NARROWEST, "high": LOWEST})
    return int(text)


def describe_board(request: HttpRequest, asked: Asked) -> Json:
    """The answer: an iframe that fits, and a picture where that fits as well."""
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
