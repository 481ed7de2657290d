"""Follows and unfollows players."""

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts import blocks
from game.accounts.people_only import check_is_person
from game.following.models import Follow
from game.models import Player
from game.runtime.pubsub import publish_on_commit

MAX_FOLLOWED = 200


@transaction.atomic
def follow(*, player: Player, other: Player) -> None:
    """Follow a player; who is followed already stays so."""
    _check_may_follow(player, other)
    blocks.lock_pair(player, other)
    if blocks.is_blocked(player, other):
        raise Refusal("blocked", gettext("You can’t follow this player."))
    followed = Follow.objects.filter(by=player)
    if followed.filter(followed=other).exists():
        return
    if followed.count() >= MAX_FOLLOWED:
        raise Refusal(
            "too_many",
            gettext("You can follow %(most)s players. Unfollow one of them first.") % {"most": MAX_FOLLOWED},
        )
    Follow.objects.create(by=player, followed=other, at=clock.now())
    _publish(player)


@transaction.atomic
def unfollow(*, player: Player, other: Player) -> None:
    """Follow a player no more."""
    Follow.objects.filter(by=player, followed=other).delete()
    _publish(player)


def may_follow(player: object, other: Player) -> bool:
    """Whether following this player has any point: both have accounts, and neither blocked the other."""
    if not (isinstance(player, Player) and player.has_account and other.has_account and other.is_active):
        return False
    return player != other and not player.is_api_bot and not blocks.is_blocked(player, other)


def is_following(player: object, other: Player) -> bool:
    if not isinstance(player, Player) or player == other:
        return False
    return Follow.objects.filter(by=player, followed=other).exists()


def _check_may_follow(player: Player, other: Player) -> None:
    if not player.has_account:
        raise Refusal(
            "no_account", gettext("Following needs an account: sign up, and your games come along.")
        )
    check_is_person(player)
    if other == player:
        raise Refusal("bad_request", gettext("You can’t follow yourself."))
    if other.is_bot:
        raise Refusal(
            "bad_request", gettext("%(other)s is a house bot: it’s always here.") % {"other": other}
        )
    if other.is_guest:
        message = gettext("%(other)s is a guest. You can only follow players with an account.")
        raise Refusal("bad_request", message % {"other": other.shown_name})
    if not other.is_active:
        raise Refusal("no_player", gettext("This account was deleted."))


def _publish(player: Player) -> None:
    publish_on_commit("following", player.pk)
    publish_on_commit("lobby")
