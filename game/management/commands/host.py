"""`manage.py host`: creates the account of a host, who has all permissions at /admin/."""

from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from game.accounts.names import MAX_LENGTH, MIN_LENGTH, NAME_PATTERN, likeness
from game.models import Player


class Command(BaseCommand):
    help = "Creates a host account for /admin/; asks for a name and a password."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            name = input("The host's name: ").strip()
            host = Player(username=name, likeness=likeness(name), is_staff=True, is_superuser=True)
            _check_name(host)
            host.set_password(_prompt_password(host))
        except (EOFError, KeyboardInterrupt):
            raise CommandError("No host was created.") from None
        except ValidationError as fault:
            raise CommandError(" ".join(fault.messages)) from None
        host.save()
        self.stdout.write(f"{host} is now a host and can log in at /admin/.")


def _check_name(host: Player) -> None:
    if there := Player.objects.filter(username__iexact=host.username, is_superuser=True).first():
        raise ValidationError(
            f"{there} is already a host. Set a password with `manage.py changepassword {there}`."
        )
    if Player.objects.filter(likeness=host.likeness).exists():
        raise ValidationError("A player has that name, or one that looks like it. Please choose another.")
    if not (MIN_LENGTH <= len(host.username) <= MAX_LENGTH and NAME_PATTERN.fullmatch(host.username)):
        raise ValidationError(
            f"A name has {MIN_LENGTH} to {MAX_LENGTH} letters or digits, with - or _ only between them."
        )


def _prompt_password(host: Player) -> str:
    password = getpass("Password: ")
    validate_password(password, host)
    if getpass("Password again: ") != password:
        raise ValidationError("The two passwords differ. No host was created.")
    return password
