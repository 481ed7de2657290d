"""Shows a warning on every page until its player has read it."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from game.models import Player, Ruling
from game.moderation import warnings


def my_warnings(request: HttpRequest) -> dict[str, Any]:
    """The context variable `warnings`: those the visitor has not read; one query, if a page shows them."""
    return {"warnings": SimpleLazyObject(lambda: _load_unread(request))}


def _load_unread(request: HttpRequest) -> list[Ruling]:
    player = getattr(request, "user", None)
    return list(warnings.unread_warnings(player)) if isinstance(player, Player) else []


@require_POST
def mark_warning_read(request: HttpRequest, ruling: int) -> HttpResponse:
    """Mark a warning as read, and go back to the page it was shown on."""
    if isinstance(request.user, Player):
        warnings.mark_read(player=request.user, ruling=ruling)
    return_path = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        return_path, {request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(return_path if is_ours else "/")
