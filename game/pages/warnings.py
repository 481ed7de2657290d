"""A warning stands on every page until it is read."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from game.models import Player, Ruling
from game.moderation import warnings


def my_warnings(request: HttpRequest) -> dict[str, Any]:
    """`warnings`: those the visitor has not read; one query, where a page shows them."""
    return {"warnings": SimpleLazyObject(lambda: _load_unread(request))}


def _load_unread(request: HttpRequest) -> list[Ruling]:
    player = getattr(request, "user", None)
    return list(warnings.unread_warnings(player)) if isinstance(player, Player) else []


@require_POST
def mark_warning_read(request: HttpRequest, ruling: int) -> HttpResponse:
    """A player has read a warning, and goes on where he was."""
    if isinstance(request.user, Player):
        warnings.mark_read(player=request.user, ruling=ruling)
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if is_ours else "/")
