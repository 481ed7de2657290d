"""Deletes an account."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q

from game.bot_accounts.models import BotAccount, Trial
from game.clubs.roles import withdraw_from_clubs
from game.daily.models import DailyEntry, MonthLine
from game.desk.models import Evening
from game.engines.remote import registering
from game.events.changes import show_change_of
from game.events.withdrawal import withdraw_on_commit
from game.following.models import Follow
from game.lobby.matchmaking import open_seeks, withdraw
from game.models import (
    AdviceNote,
    Appeal,
    Block,
    Chat,
    DealtTotal,
    ForgottenGames,
    LearntHabits,
    Player,
    Report,
    Vacation,
)
from game.notices.models import Digest, Notice, PushSubscription, Switch
from game.platform.models import Token
from game.runtime.pubsub import publish_on_commit
from game.same_cards.inviting import withdraw_all
from game.strength.models import Title
from game.table.forced_endings import forfeit_live_games
from game.throws.models import Vote
from game.trainer.models import Exercise, Trainee
from ranking.models import Standing
from rng import entropy

DELETED_TEXT = "(deleted)"


@transaction.atomic
def delete_account(player: Player) -> None:
    """Delete an account for good: all that is personal goes; opponents keep their games with "somebody".

    Its bots go with it, for somebody has to answer for them.
    """
    for bot in Player.objects.filter(bot_account__owner=player):
        delete_account(bot)
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    _withdraw_seeks(player)
    forfeit_live_games(player)
    Standing.objects.filter(player=player).update(hidden=True, listed=False)
    publish_on_commit("ladder")
    _erase_texts(player)
    for kept in (EmailAddress, Authenticator):
        kept.objects.filter(user=player).delete()
    Block.objects.filter(Q(by=player) | Q(blocked=player)).delete()
    Follow.objects.filter(Q(by=player) | Q(followed=player)).delete()
    withdraw_from_clubs(player)
    Evening.objects.filter(director=player).delete()
    AdviceNote.objects.filter(player=player).delete()
    ForgottenGames.objects.filter(player=player).delete()
    DealtTotal.objects.filter(player=player).delete()
    LearntHabits.objects.filter(player=player).delete()
    Vacation.objects.filter(player=player).delete()
    Vote.objects.filter(player=player).update(player=None)
    for trained in (Exercise, Trainee):
        trained.objects.filter(player=player).delete()
    Title.objects.filter(player=player).delete()
    DailyEntry.objects.filter(player=player).delete()
    withdraw_all(player)
    MonthLine.objects.filter(player=player).delete()
    Notice.objects.filter(Q(player=player) | Q(by=player)).delete()
    BotAccount.objects.filter(account=player).delete()
    Trial.objects.filter(bot=player).delete()
    registering.withdraw(player)
    for told in (Switch, PushSubscription, Digest, Token):
        told.objects.filter(player=player).delete()
    _anonymize(player)
    show_change_of(player)
    withdraw_on_commit(player)
    publish_on_commit("player_gone", player.pk)


def _withdraw_seeks(player: Player) -> None:
    concerning = open_seeks().filter(Q(player=player) | Q(to=player))
    waiting = list(concerning.select_for_update().order_by("pk").values_list("pk", flat=True))
    withdraw(concerning.filter(pk__in=waiting))
    for seek in waiting:
        publish_on_commit("seek", seek)
    publish_on_commit("lobby")


def _erase_texts(player: Player) -> None:
    Chat.objects.filter(player=player).exclude(text="").update(text=DELETED_TEXT)
    Report.objects.filter(by=player).update(why="")
    Appeal.objects.filter(player=player, ruling=None).delete()
    Appeal.objects.filter(player=player).update(text=DELETED_TEXT)


def _anonymize(player: Player) -> None:
    player.username, player.likeness = f"Deleted-{entropy.game_id()}", None
    player.nickname = player.email = player.first_name = player.last_name = ""
    player.password = make_password(None)
    player.is_active = player.is_staff = player.is_superuser = False
    player.is_private = True
    player.wants_move_mail = False
    player.seen_at = player.last_login = None
    player.groups.clear()
    player.user_permissions.clear()
    player.save()
