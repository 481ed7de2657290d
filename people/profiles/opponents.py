"""A player's record against each opponent, for their page in the archive."""

from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from game.models import Block, Player
from people.profiles.record import MAX_GAMES, counted_games, nth_newest_time


def query_opponents(player: Player, viewer: object) -> QuerySet[Any, Any]:
    """Return the opponents of a player's newest ten thousand games, most games first: one query.

    It leaves out guests and house bots, deleted accounts, opponents with a private profile (except for the
    player and that opponent), players with a block between them, and games of people with sample players.
    """
    blocked = Block.objects.filter(Q(by=player) | Q(blocked=player))
    sheets = counted_games(player.pk, nth_newest_time(player.pk, MAX_GAMES)).filter(
        opponent__brain="",
        opponent__is_guest=False,
        opponent__is_active=True,
        opponent__is_sample=player.is_sample,
    )
    sheets = sheets.exclude(opponent__in=blocked.values("by")).exclude(opponent__in=blocked.values("blocked"))
    if viewer != player:
        visible = Q(opponent__is_private=False)
        sheets = sheets.filter(visible | Q(opponent=viewer.pk) if isinstance(viewer, Player) else visible)
    totals = sheets.values("opponent", "opponent__username").order_by()
    return totals.annotate(games=Count("pk"), won=Count("pk", filter=Q(won=True)), last=Max("at")).order_by(
        "-games", "opponent__username"
    )
