"""Who a visitor is: a player with a session, a guest from the first game on."""

from django.contrib.auth import login
from django.http import HttpRequest

from common.client_ip import keep_pace
from game.lobby.rated import need_account
from game.models import Player
from game.rate_limits import GUESTS
from game.table.opening import new_guest


def player_of(request: HttpRequest, rated: bool = False) -> Player:
    """The visitor as a player; one who has no account becomes a guest, but none for a rated game."""
    if rated:
        need_account(request.user)
    if isinstance(request.user, Player):
        return request.user
    keep_pace(request, GUESTS)
    guest = new_guest()
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest
