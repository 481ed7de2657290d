"""The loss of a player's decisions in each deal of a game, from its review."""

from collections import Counter
from collections.abc import Mapping

from game.engine.state import Seat
from game.models import Review

PERCENT = 10_000  # reviews use millionths of a game


def load_losses(game_id: str, seat: Seat = Seat.A) -> Mapping[int, float] | None:
    """Return the winning chance lost in each deal, in percent, or None for a game without a review."""
    judged = Review.objects.filter(pk=game_id, done_at__isnull=False).values_list("judged", flat=True).first()
    if judged is None:
        return None
    lost: Counter[int] = Counter()
    for decision in judged["decisions"]:
        if decision["seat"] == seat:
            lost[decision["deal"]] += decision["lost"]
    return {deal: many / PERCENT for deal, many in lost.items()}
