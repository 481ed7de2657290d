"""Delete an account."""

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q

from common.personal_data import erase_all
from game.lobby.matchmaking import open_seeks, withdraw
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from game.table.forced_endings import forfeit_live_games
from rng import entropy


@transaction.atomic
def delete_account(player: Player) -> None:
    """Delete an account for good, with all personal data. Opponents keep their games against a placeholder.

    `docs/explanation/security.md` lists the rows that stay, and why.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    _withdraw_seeks(player)
    forfeit_live_games(player)
    erase_all(player)
    _anonymize(player)
    publish_on_commit("ladder")
    publish_on_commit("player_gone", player.pk)


def delete_bots(owner: Player) -> None:
    """Delete the bots of an owner whose account is deleted: no bot plays without an owner."""
    for bot in Player.objects.filter(bot_account__owner=owner).order_by("pk"):
        delete_account(bot)


def _withdraw_seeks(player: Player) -> None:
    concerning = open_seeks().filter(Q(player=player) | Q(to=player))
    waiting = list(concerning.select_for_update().order_by("pk").values_list("pk", flat=True))
    withdraw(concerning.filter(pk__in=waiting))
    for seek in waiting:
        publish_on_commit("seek", seek)
    publish_on_commit("lobby")


def _anonymize(player: Player) -> None:
    player.username, player.likeness = f"Deleted-{entropy.game_id()}", None
    player.nickname = player.email = player.first_name = player.last_name = player.look = ""
    player.password = make_password(None)
    player.is_active = player.is_staff = player.is_superuser = False
    player.is_private = True
    player.wants_move_mail = False
    player.seen_at = player.last_login = None
    player.groups.clear()
    player.user_permissions.clear()
    player.save()
