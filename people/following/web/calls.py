"""Calls about followed players."""

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext

from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.models import Player
from game.web.calls import empty_response, get_call, post_call
from game.web.people import PlayerBody
from people.following import follows


@get_call
def ask(request: HttpRequest, name: str) -> JsonResponse:
    """Return whether the caller follows a player, and whether they may."""
    other = load_player_by_name(name)
    return JsonResponse(
        {
            "follows": follows.is_following(request.user, other),
            "may_follow": follows.may_follow(request.user, other),
        }
    )


@post_call(PlayerBody)
def follow(request: HttpRequest, body: PlayerBody) -> JsonResponse:
    """Follow a player."""
    follows.follow(player=_require_account(request), other=load_player_by_name(body.name))
    return empty_response()


@post_call(PlayerBody)
def unfollow(request: HttpRequest, body: PlayerBody) -> JsonResponse:
    """Unfollow a player."""
    follows.unfollow(player=_require_account(request), other=load_player_by_name(body.name))
    return empty_response()


def _require_account(request: HttpRequest) -> Player:
    if not (isinstance(request.user, Player) and request.user.has_account):
        raise Refusal(
            "no_account", gettext("You need an account to follow players. Sign up, and you keep your games.")
        )
    return request.user
