"""The visitor's games in progress, for every page."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from game.models import Game, Player

MAX_GAMES = 50


def my_games(request: HttpRequest) -> dict[str, Any]:
    """The context variable `my_games`: newest first, without this page's; one query, if a page shows them."""
    return {"my_games": SimpleLazyObject(lambda: games_in_progress(request))}


def games_in_progress(request: HttpRequest) -> list[dict[str, str]]:
    player = getattr(request, "user", None)
    if not isinstance(player, Player):
        return []
    game_id = request.resolver_match.kwargs.get("game_id") if request.resolver_match else None
    games = Game.objects.with_player(player).unfinished().exclude(pk=game_id or "").order_by("-created_at")
    rows = games.values_list("pk", "seat_a_id", "seat_a__username", "seat_b__username")[:MAX_GAMES]
    return [{"id": pk, "opponent": b if first == player.pk else a} for pk, first, a, b in rows]
