"""A player's page, and the older games of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.refusal import Refusal
from game.lobby.blocks import player_called
from game.profiles.history import page_of
from game.profiles.profile import is_open_to, profile_of


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A player's page, under the name as he spells it."""
    try:
        player = player_called(name)
    except Refusal as fault:
        return render(request, "profile/nobody.html", {"says": fault.says}, status=404)
    if player.username != name:
        return redirect(reverse("profile", args=[player.username], query=request.GET))
    after = request.GET.get("after")
    if after is None or not is_open_to(request.user, player):
        return render(request, "profile/profile.html", {"profile": profile_of(player, request.user)})
    page = page_of(player.pk, after)
    if page is None:
        says = gettext("%(player)s has not finished such a game.") % {"player": player}
        return render(request, "profile/nobody.html", {"says": says}, status=404)
    return render(request, "profile/older.html", {"player": player, "page": page})
