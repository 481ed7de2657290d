"""Notes for the host about lab requests from the address of a player at a live rated game or an event's game.

An account in a rated game gets no advice, but a second browser next to it would. Only a keyed hash of an
address is stored, with its games, until two minutes after their players were last seen there.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.core.cache import cache
from django.http import HttpRequest

from common import clock
from common.http.client_ip import client_network, hash_network
from game.accounts.advice_permission import is_without_advice
from game.models import AdviceNote, Game

KEPT_SECONDS = 120
LAB = "lab"
# At an address with more players, such as a school's, the requester can't be guessed, so nothing is noted.
MAX_PLAYERS = 4


class RatedSeat(NamedTuple):
    """A player at a live rated game, and the network of their socket."""

    network: str
    game: str
    player: int


def remember(seats: Iterable[RatedSeat]) -> None:
    """Store for a while the addresses from which rated games are played."""
    until = clock.milliseconds() + KEPT_SECONDS * 1000
    for seat in set(seats):
        # Two processes may write at once. A lost value is written again before it would expire.
        there = _load(seat.network) | {f"{seat.game}:{seat.player}": until}
        cache.set(_key(seat.network), there, KEPT_SECONDS)


def note_lab(request: HttpRequest) -> None:
    """Note a lab request if another player at the same address is in a rated game."""
    network = client_network(request)
    there = {} if network is None else _load(network)
    seats = [(game, int(player)) for game, _, player in (one.partition(":") for one in there)]
    others = [(game, player) for game, player in seats if player != request.user.pk]
    if not others or len({player for _, player in seats}) > MAX_PLAYERS:
        return
    live = Game.objects.unfinished().filter(is_without_advice()).in_bulk([game for game, _ in others])
    now = clock.now()
    notes = [
        AdviceNote(game_id=game, player_id=player, kind=LAB, at=now)
        for game, player in others
        if game in live and player in (live[game].seat_a_id, live[game].seat_b_id)
    ]
    AdviceNote.objects.bulk_create(notes, ignore_conflicts=True)


def _load(network: str) -> dict[str, int]:
    """Return the stored seats at an address with their expiry times."""
    there: Mapping[str, int] = cache.get(_key(network)) or {}
    now = clock.milliseconds()
    return {seat: until for seat, until in there.items() if until > now}


def _key(network: str) -> str:
    return f"rated:{hash_network(network, 'game.advice.nearby')}"
