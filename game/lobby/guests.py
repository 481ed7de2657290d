"""Makes a visitor a player: one with a session, or a guest from the first game on."""

from django.contrib.auth import login
from django.http import HttpRequest

from common.http.client_ip import check_rate_limit
from game.accounts.rate_limits import GUESTS
from game.lobby.rated import check_has_account
from game.models import Player
from game.table.opening import create_guest


def get_or_create_player(request: HttpRequest, rated: bool = False) -> Player:
    """The visitor as a player. One without an account becomes a guest, but is refused for a rated game."""
    if rated:
        check_has_account(request.user)
    if isinstance(request.user, Player):
        return request.user
    check_rate_limit(request, GUESTS)
    guest = create_guest()
    login(request, guest, backend="game.accounts.password.ByNameOrEmail")
    return guest
