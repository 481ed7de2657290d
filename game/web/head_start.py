"""The number of holes that would make a game between two players even."""

from django.http import HttpRequest, JsonResponse

from game.accounts.blocks import load_player_by_name
from game.lobby.head_start import CHANCE_AHEAD, holes_ahead
from game.models import Player
from game.web.calls import get_call
from ranking.models import Kind
from ranking.standings import load_points


@get_call
def head_start(request: HttpRequest, name: str) -> JsonResponse:
    """Return how many holes ahead the caller should start, by target; null without points."""
    opponent, player = load_player_by_name(name), request.user
    if not (isinstance(player, Player) and player.has_account and opponent.has_account):
        return JsonResponse({"ahead": None})
    if opponent.is_api_bot:  # its points are of another kind
        return JsonResponse({"ahead": None})
    points = load_points((player.pk, opponent.pk), Kind.PEOPLE)
    due = {target: holes_ahead(points[player.pk], points[opponent.pk], target) for target in CHANCE_AHEAD}
    return JsonResponse({"ahead": due})
