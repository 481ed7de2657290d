"""The page of a banned player: the reason, the end of the ban, and an appeal."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from common.http.refusal_shapes import SITE
from common.refusal import Refusal
from game.accounts.bans import Ban, find_ban
from game.models import Player
from game.web.frame import refusal_response
from people.moderation.appeals import MAX_LENGTH, create_appeal, find_last_appeal

# The names of URLs that a banned player may still open.
OPEN_VIEW_NAMES = frozenset(
    {"appeal", "warning_read", "privacy", "mail_stop", "account_logout", "account_download", "account_delete"}
)


class BannedMiddleware(MiddlewareMixin):
    """Shows a banned player only one page, apart from the pages that every player must be able to open."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        player = request.user
        if not isinstance(player, Player) or (ban := find_ban(player)) is None:
            return None
        match = request.resolver_match
        if match is not None and match.view_name in OPEN_VIEW_NAMES:
            return None
        if request.path.startswith("/api/"):
            return refusal_response(SITE, "banned", ban.description)
        return render_banned_page(request, player, ban)


@require_http_methods(["GET", "POST"])
@ensure_csrf_cookie
def appeal_page(request: HttpRequest) -> HttpResponse:
    """The page on which a banned player appeals."""
    player = request.user
    if not isinstance(player, Player) or (ban := find_ban(player)) is None:
        return redirect("front")
    if request.method != "POST":
        return render_banned_page(request, player, ban, status=200)
    text = request.POST.get("text", "")
    try:
        create_appeal(player=player, text=text)
    except Refusal as fault:
        return render_banned_page(request, player, ban, status=400, text=text, complaint=fault.says)
    return redirect("appeal")


def render_banned_page(
    request: HttpRequest, player: Player, ban: Ban, *, status: int = 403, **form: str
) -> HttpResponse:
    context = {"ban": ban, "last": find_last_appeal(player, ban), "longest": MAX_LENGTH, **form}
    return render(request, "cribbage_site/pages/banned.html", context, status=status)
