"""Guests' nicknames. They follow the rules for names and never look like an account."""

from django.http import HttpRequest
from django.utils.translation import gettext

from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.names import find_name_fault
from game.accounts.rate_limits import NICKNAMES
from game.accounts.signup import is_taken
from game.models import Game, Player
from game.runtime.pubsub import publish, publish_on_commit


def check_nickname(nickname: str) -> None:
    """Refuse a nickname that is not a valid account name, or that looks like an existing one."""
    if fault := find_name_fault(nickname):
        raise Refusal("bad_request", fault)
    if is_taken(nickname):
        raise Refusal("bad_request", gettext("An account has this name, or one that looks like it."))


def set_nickname(request: HttpRequest, player: Player, nickname: str) -> None:
    """Set a guest's nickname, already checked. An account has its own name."""
    if not player.is_guest or not nickname or nickname == player.nickname:
        return
    check_rate_limit(request, NICKNAMES)
    player.nickname = nickname
    player.save(update_fields=["nickname"])
    for game in Game.objects.with_player(player).unfinished().values_list("pk", flat=True):
        publish_on_commit("row", game)
    publish("lobby")
