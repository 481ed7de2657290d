"""The page of the bot ladder."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from programs.bots.ladder import load_ladder, load_provisional
from ranking.standings import MIN_GAMES_OF_A_VERSION


@require_safe
def bots_ladder(request: HttpRequest) -> HttpResponse:
    """Show the top 50 of the bots that play through the API, and the provisional bots."""
    return render(
        request,
        "programs/bots/bots.html",
        {
            "ranked": load_ladder(),
            "provisional": load_provisional(),
            "games": MIN_GAMES_OF_A_VERSION,
        },
    )
