"""Begin today's game for a request, and store the browser and network that it comes from."""

import re
from typing import TypeVar

from django.http import HttpRequest, HttpResponse

from common import clock
from common.http.client_ip import client_network
from game.accounts.guests import get_or_create_player
from game.accounts.places import enter_seat, hash_place
from game.models import Game
from rng import entropy
from study.daily.playing import play_today, require_open
from study.daily.running import ends_at

# A cookie until the end of the day: another account in this browser must not profit from a guest's knowledge.
COOKIE = "daily_browser"
TOKEN = re.compile(r"[2-9a-z]{24}", re.ASCII)

AnyResponse = TypeVar("AnyResponse", bound=HttpResponse)


def begin_today(request: HttpRequest) -> Game:
    """Begin today's game, or return the one already begun. A visitor becomes a guest."""
    enter_seat(request)
    require_open()
    token = request.COOKIES.get(COOKIE, "")
    if not TOKEN.fullmatch(token):
        token = request.COOKIES[COOKIE] = entropy.browser_token()
    network = client_network(request)
    places = [f"browser {token}", *([] if network is None else [network])]
    return play_today(get_or_create_player(request), [hash_place(place) for place in places])


def remember_browser(request: HttpRequest, response: AnyResponse) -> AnyResponse:
    """Set the browser's token cookie until the day ends."""
    now = clock.now()
    response.set_cookie(
        COOKIE,
        request.COOKIES[COOKIE],
        max_age=ends_at(now.date()) - now,
        samesite="Lax",
        secure=request.is_secure(),
        httponly=True,
    )
    return response
