"""Checks a password once for any name, so that the time it takes reveals nothing."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from common.database.compiled_query import CompiledModelQuery
from game.accounts.blocks import find_player_by_name
from game.models import Player

_players = CompiledModelQuery(Player, lambda key: Player.objects.filter(pk=key), -1)


class ByNameOrEmail(ModelBackend):
    """An authentication backend that finds players by name or confirmed email address."""

    def get_user(self, user_id: int) -> Player | None:
        """Return the player of a session."""
        player = _players.fetch(user_id)
        return player if player is not None and self.user_can_authenticate(player) else None

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        email: str | None = None,
        **_: Any,
    ) -> Player | None:
        if password is None:
            return None
        player = find_player_by_name(username or "") or find_player_by_email(email or username or "")
        if player is None:
            Player().set_password(password)  # takes as long as a check
        elif player.check_password(password) and self.user_can_authenticate(player):
            return player
        raise PermissionDenied  # no other backend is tried after this one


def find_player_by_email(email: str) -> Player | None:
    """Return the player with this confirmed address. Two accounts cannot confirm the same one."""
    address = EmailAddress.objects.filter(email=email.lower(), verified=True).select_related("user").first()
    return address.user if address else None
