"""The button that has HALSCRIB forget a player."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from game.halscrib.learning import forget
from game.models import Player
from game.table.bot_accounts import BOTS
from game.table.record.halscrib import HALSCRIB


@require_POST
def forget_me(request: HttpRequest) -> HttpResponse:
    """Forget what was learnt of the player who asks, and go back to HALSCRIB's page."""
    if isinstance(request.user, Player):
        forget(request.user)
        messages.success(request, gettext("HALSCRIB has forgotten you."))
    return redirect("profile", BOTS[HALSCRIB].name)
