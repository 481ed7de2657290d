"""`manage.py moderator`: make a player a moderator, or revoke it."""

from typing import Any

from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.models import Player
from people.moderation.rights import MODERATOR_GROUP


class Command(BaseCommand):
    help = "Makes a player a moderator, who can warn, mute, ban for a while and answer reports at /admin/."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--dismiss", action="store_true", help="revoke the moderator's rights")

    def handle(self, *args: Any, name: str, dismiss: bool, **options: Any) -> None:
        player = Player.objects.filter(username=name, is_guest=False, brain="").first()
        if player is None:
            raise CommandError(f"There is no account called {name}.")
        group = Group.objects.get(name=MODERATOR_GROUP)
        (group.user_set.remove if dismiss else group.user_set.add)(player)
        Player.objects.filter(pk=player.pk, is_superuser=False).update(is_staff=not dismiss)
        self.stdout.write(f"{name} is {'no longer ' if dismiss else ''}a moderator.")
