"""The page for players who want to play better."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game.models import Player
from people.profiles.history import find_history_page
from study.trainer.training import count_due

GAMES_SHOWN = 8
IS_REVIEWED = Q(game__review__judged__isnull=False)


@require_safe
def improve(request: HttpRequest) -> HttpResponse:
    """Show the ways to play better, and the visitor's own reviewed games."""
    return render(request, "study/improve.html", describe_progress(request.user))


def describe_progress(visitor: Any) -> dict[str, Any]:
    """Return a player's due exercises and last reviewed games. A visitor has none."""
    if not isinstance(visitor, Player):
        return {"due": 0, "games": ()}
    page = find_history_page(visitor.pk, viewer=visitor, only=IS_REVIEWED, size=GAMES_SHOWN)
    return {"due": count_due(visitor), "games": page.games if page else ()}
