"""Whether two players came from one place, so that nobody plays rated games with themselves.

Kept is a keyed hash of each network that a player's account came from, in the cache alone, for a day.
"""

from datetime import datetime, timedelta

from django.core.cache import cache
from django.http import HttpRequest

from common import clock
from common.client_ip import check_rate_limit, client_network, hash_network
from game.models import Player
from game.rate_limits import GAMES

KEPT_FOR = timedelta(days=1)
MAX_PLACES = 8  # of one player: more in a day are a program's
NOTED_EVERY = timedelta(minutes=10)


def enter_seat(request: HttpRequest) -> None:
    """Take a turn for a request that asks for a seat, or raise RateLimited; and note where it came from."""
    check_rate_limit(request, GAMES)
    if isinstance(request.user, Player):
        note_place(request.user, client_network(request))


def note_place(player: Player, network: str | None) -> None:
    """Remember for a day that a player came from a network; None is this machine, and no place."""
    if network is None or not player.has_account:
        return
    now, place = clock.now(), hash_network(network, "game.places")
    places = _load(player, now)
    if place in places and now - places[place] < NOTED_EVERY:
        return
    newest = sorted({**places, place: now}.items(), key=lambda one: one[1])[-MAX_PLACES:]
    cache.set(_key(player), dict(newest), KEPT_FOR.total_seconds())


def share_a_place(one: Player, other: Player) -> bool:
    """Whether two players with accounts came from one network within a day."""
    if not (one.has_account and other.has_account):
        return False
    now = clock.now()
    return not _load(one, now).keys().isdisjoint(_load(other, now))


def _load(player: Player, now: datetime) -> dict[str, datetime]:
    places: dict[str, datetime] = cache.get(_key(player)) or {}
    return {place: at for place, at in places.items() if now - at < KEPT_FOR}


def _key(player: Player) -> str:
    return f"places:{player.pk}"
