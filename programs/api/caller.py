"""The account that a call comes from, also where the call is answered as if a stranger had made it."""

from django.http import HttpRequest

from game.models import Player

ATTRIBUTE = "platform_caller"


def set_caller(request: HttpRequest, player: Player) -> None:
    setattr(request, ATTRIBUTE, player)


def find_caller(request: HttpRequest) -> Player | None:
    """Return the owner of the call's token; None where it came without one."""
    caller: Player | None = getattr(request, ATTRIBUTE, None)
    return caller
