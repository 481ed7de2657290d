"""The account that makes a call, also for calls that are answered as if the caller were anonymous."""

from django.http import HttpRequest

from game.models import Player

ATTRIBUTE = "platform_caller"
CREATED = "platform_created"


def set_caller(request: HttpRequest, player: Player) -> None:
    setattr(request, ATTRIBUTE, player)


def find_caller(request: HttpRequest) -> Player | None:
    """Return the owner of the call's token, or None for a call without a token."""
    caller: Player | None = getattr(request, ATTRIBUTE, None)
    return caller


def note_created(request: HttpRequest, created: str) -> None:
    """Note the id of what an endless call has created."""
    setattr(request, CREATED, created)


def find_created(request: HttpRequest) -> str:
    return str(getattr(request, CREATED))
