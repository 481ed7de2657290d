"""What every page knows: the visitor's games in progress."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from game.models import Game, Player

MOST = 50


def my_games(request: HttpRequest) -> dict[str, Any]:
    """`my_games`: newest first, without that of this page; one query, where a page shows them."""
    return {"my_games": SimpleLazyObject(lambda: in_progress(request))}


def in_progress(request: HttpRequest) -> list[dict[str, str]]:
    player = getattr(request, "user", None)
    if not isinstance(player, Player):
        return []
    here = request.resolver_match.kwargs.get("game_id") if request.resolver_match else None
    games = Game.objects.of(player).unfinished().exclude(pk=here or "").order_by("-created_at")
    rows = games.values_list("pk", "seat_a_id", "seat_a__username", "seat_b__username")[:MOST]
    return [{"id": pk, "opponent": b if first == player.pk else a} for pk, first, a, b in rows]
