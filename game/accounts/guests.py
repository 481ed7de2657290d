"""Turn a visitor into a player: the player of the session, or a guest from the first game on."""

from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import gettext

from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.rate_limits import GUESTS
from game.models import Player
from rng import entropy


def get_or_create_player(request: HttpRequest, rated: bool = False) -> Player:
    """Return the visitor's player.

    A visitor without an account becomes a guest, but is refused a rated game.
    """
    if rated:
        check_has_account(request.user)
    if isinstance(request.user, Player):
        return request.user
    check_rate_limit(request, GUESTS)
    guest = create_guest()
    login(request, guest, backend="game.accounts.password.ByNameOrEmail")
    return guest


def create_guest() -> Player:
    """Create a player for a visitor who wants to play at once."""
    while True:
        name = f"Guest-{entropy.name_suffix()}"
        guest, is_new = Player.objects.get_or_create(
            username=name, defaults={"is_guest": True, "password": make_password(None)}
        )
        if is_new:
            return guest


def check_has_account(player: object) -> None:
    """Refuse a rated game to a player without an account, and explain how to get one."""
    if not (isinstance(player, Player) and player.has_account):
        raise Refusal(
            "no_account",
            gettext("You need an account for rated games. Sign up: the games you’ve played come with you."),
        )
