"""Follow and unfollow players."""

from typing import Any

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
    """Follow a player. The call is idempotent."""
    _check_may_follow(player, other)
    blocks.lock_pair(player, other)
    if blocks.is_blocked(player, other):
        raise Refusal("blocked", gettext("You can’t follow this player."))
    followed = Follow.objects.filter(by=player)
    if followed.filter(followed=other).exists():
        return
    if followed.count() >= MAX_FOLLOWED:
        raise Refusal(
            "full",
            gettext("You can follow at most %(most)s players. Unfollow one of them first.")
            % {"most": MAX_FOLLOWED},
        )
    Follow.objects.create(by=player, followed=other, at=clock.now())
    _publish(player)


@transaction.atomic
def unfollow(*, player: Player, other: Player) -> None:
    """Unfollow a player."""
    Follow.objects.filter(by=player, followed=other).delete()
    _publish(player)


def may_follow(player: object, other: Player) -> bool:
    """Return whether one player may follow another: both have accounts, and neither has blocked the other."""
    if not (isinstance(player, Player) and player.has_account and other.has_account and other.is_active):
        return False
    return player != other and not player.is_api_bot and not blocks.is_blocked(player, other)


def is_following(player: object, other: Player) -> bool:
    if not isinstance(player, Player) or player == other:
        return False
    return Follow.objects.filter(by=player, followed=other).exists()


def describe_in_profile(visitor: object, player: Player) -> dict[str, Any]:
    """Return whether to offer a visitor to follow or unfollow a player."""
    return {"may_follow": may_follow(visitor, player), "is_following": is_following(visitor, player)}


def _check_may_follow(player: Player, other: Player) -> None:
    if not player.has_account:
        raise Refusal(
            "no_account", gettext("You need an account to follow players. Sign up, and you keep your games.")
        )
    check_is_person(player)
    if other == player:
        raise Refusal("bad_request", gettext("You can’t follow yourself."))
    if other.is_bot:
        raise Refusal(
            "bad_request", gettext("%(other)s is a house bot. It’s always here.") % {"other": other}
        )
    if other.is_guest:
        message = gettext("%(other)s is a guest. You can only follow players with an account.")
        raise Refusal("bad_request", message % {"other": other.shown_name})
    if not other.is_active:
        raise Refusal("no_player", gettext("This account was deleted."))


def _publish(player: Player) -> None:
    publish_on_commit("following", player.pk)
    publish_on_commit("lobby")
