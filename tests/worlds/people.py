"""The people of these tests: players, moderators, and their HTTP requests."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Group

from common import clock
from game.models import Player
from people.moderation.rights import MODERATOR_GROUP

REASON = "He called everybody a cheat."


def player(name: str, **about: Any) -> Player:
    return Player.objects.create_user(name, password="fifteen-two", likeness=name.lower(), **about)


def host(name: str = "Hostess") -> Player:
    return player(name, is_staff=True, is_superuser=True)


def moderator(name: str = "Warden") -> Player:
    warden = player(name, is_staff=True)
    warden.groups.add(Group.objects.get(name=MODERATOR_GROUP))
    return warden


def reload(whom: Player) -> Player:
    """Reload a player from the database."""
    return Player.objects.get(pk=whom.pk)


def in_days(days: float) -> Any:
    return clock.now() + timedelta(days=days)
