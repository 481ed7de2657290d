"""Whether two players came from one place, so that no player plays rated games against themselves.

Only a keyed hash of each network that a player's account came from is stored, in the cache, for a day. Other
packages may store numbers about a place, for as long and in the same way.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.cache import cache
from django.http import HttpRequest

from common import clock
from common.http.client_ip import check_rate_limit, client_network, hash_network
from game.accounts.rate_limits import GAMES
from game.models import Player

KEPT_FOR = timedelta(days=1)
MAX_PLACES = 8  # of one player; only a program has more in a day
NOTED_EVERY = timedelta(minutes=10)
MAX_NOTES = 64  # about one thing at one place


def enter_seat(request: HttpRequest) -> None:
    """Take a rate limit turn for a request to join a game, or raise RateLimited. Store where it came from."""
    check_rate_limit(request, GAMES)
    if isinstance(request.user, Player):
        note_place(request.user, client_network(request))


def note_place(player: Player, network: str | None) -> None:
    """Store for a day that a player came from a network. None is this machine, which is no place."""
    if network is None or not player.has_account:
        return
    now, place = clock.now(), hash_place(network)
    places = _load(player.pk, now)
    if place in places and now - places[place] < NOTED_EVERY:
        return
    newest = sorted({**places, place: now}.items(), key=lambda one: one[1])[-MAX_PLACES:]
    cache.set(_key(player.pk), dict(newest), KEPT_FOR.total_seconds())


def hash_place(place: str) -> str:
    """Return the keyed hash of a network, or of another origin of a visitor."""
    return hash_network(place, "game.places")


def share_a_place(one: Player, other: Player) -> bool:
    """Return whether two players with accounts came from one network within a day."""
    if not (one.has_account and other.has_account):
        return False
    now = clock.now()
    return not _load(one.pk, now).keys().isdisjoint(_load(other.pk, now))


def group_by_place(players: Iterable[int]) -> list[set[int]]:
    """Return the groups of these players with accounts that share places, directly or indirectly."""
    now, keys = clock.now(), {_key(player): player for player in players}
    groups: list[tuple[set[str], set[int]]] = []
    for key, kept in cache.get_many(keys).items():
        places, group = {*_fresh(kept, now)}, {keys[key]}
        for one in [one for one in groups if not one[0].isdisjoint(places)]:
            groups.remove(one)
            places |= one[0]
            group |= one[1]
        groups.append((places, group))
    return [group for _, group in groups if len(group) > 1]


def note_at_places(places: Iterable[str], about: str, number: int) -> None:
    """Store a number at hashed places for a day."""
    for place in places:
        numbers = _numbers_at(place, about)
        if number not in numbers:
            cache.set(_note_key(place, about), [*numbers, number][-MAX_NOTES:], KEPT_FOR.total_seconds())


def find_at_places(places: Iterable[str], about: str) -> set[int]:
    """Return the numbers that were stored at any of these hashed places."""
    return {number for place in places for number in _numbers_at(place, about)}


def _numbers_at(place: str, about: str) -> list[int]:
    return cache.get(_note_key(place, about)) or []


def _note_key(place: str, about: str) -> str:
    return f"places:{about}:{place}"


def _load(player: int, now: datetime) -> dict[str, datetime]:
    return _fresh(cache.get(_key(player)) or {}, now)


def _fresh(places: dict[str, datetime], now: datetime) -> dict[str, datetime]:
    return {place: at for place, at in places.items() if now - at < KEPT_FOR}


def _key(player: int) -> str:
    return f"places:{player}"
