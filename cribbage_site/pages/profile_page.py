"""A player's page, and the pages of their older games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.page_parts import load_parts
from common.refusal import Refusal
from cribbage_site.pages.profile import build_profile
from cribbage_site.pages.profile_sharing import share_profile
from game.accounts.blocks import load_player_by_name
from game.accounts.sanctions import is_banned
from game.models import Player
from people.profiles.drawn_games import draw_games
from people.profiles.feed import has_feed
from people.profiles.history import find_history_page
from people.profiles.visibility import is_open_to


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's profile, at the spelling of their name."""
    try:
        player = load_player_by_name(name)
    except Refusal as fault:
        return render(
            request, "cribbage_site/pages/profile/not_found.html", {"message": fault.says}, status=404
        )
    if player.username != name:
        return redirect(reverse("profile", args=[player.username], query=request.GET))
    after = request.GET.get("after")
    if after is None or not is_open_to(request.user, player):
        shown = build_profile(player, request.user)
        context = {
            "profile": shown,
            "may_challenge": may_challenge(request.user, player),
            "sharing": share_profile(player, shown.rank),
            "has_feed": has_feed(player),
            "games": draw_games(shown.details.page.games) if shown.details else "",
            "shows_all": shown.details is not None,
            **load_parts("profile_visit", request.user, player),
        }
        return render(request, "cribbage_site/pages/profile/profile.html", context)
    page = find_history_page(player.pk, after, request.user)
    if page is None:
        message = gettext("%(player)s hasn’t finished such a game.") % {"player": player}
        return render(request, "cribbage_site/pages/profile/not_found.html", {"message": message}, status=404)
    context = {"player": player, "page": page, "games": draw_games(page.games)}
    return render(request, "cribbage_site/pages/profile/older_games.html", context)


def may_challenge(visitor: object, player: Player) -> bool:
    """Return whether a challenge to this player makes sense."""
    is_here = player.is_active and not is_banned(player)
    return is_here and not (player == visitor or player.is_bot or player.is_sample)
