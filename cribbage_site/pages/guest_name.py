"""The name that a visitor without an account gives with a form."""

from django.http import HttpRequest

from game.accounts import nicknames
from game.models import Player


def checked_nickname(request: HttpRequest) -> str:
    """Return the nickname that a guest sends with a form, if it is free, or "" for other visitors."""
    nickname = request.POST.get("nickname", "").strip()
    if not nickname or (isinstance(request.user, Player) and not request.user.is_guest):
        return ""
    nicknames.check_nickname(nickname)
    return nickname


def set_nickname(request: HttpRequest, nickname: str) -> None:
    if isinstance(request.user, Player):
        nicknames.set_nickname(request, request.user, nickname)


def nickname_to_show(request: HttpRequest) -> str:
    """Return the value for the nickname field: the text typed last, or the nickname chosen before."""
    return str(request.POST.get("nickname", getattr(request.user, "nickname", "")))
