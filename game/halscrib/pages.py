"""The button that deletes HALSCRIB's memory of a player."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from game.decisions.lot import HALSCRIB
from game.halscrib.learning import forget
from game.models import Player
from game.table.bot_accounts import BOTS


@require_POST
def forget_me(request: HttpRequest) -> HttpResponse:
    """Delete what was learned about the player, and return to HALSCRIB's page."""
    if isinstance(request.user, Player):
        forget(request.user)
        messages.success(request, gettext("HALSCRIB has forgotten you."))
    return redirect("profile", BOTS[HALSCRIB].name)
