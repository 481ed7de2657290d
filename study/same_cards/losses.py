"""What a player's decisions cost in each deal of a game, as its review found."""

from collections import Counter
from collections.abc import Mapping

from game.engine.state import Seat
from game.models import Review

PERCENT = 10_000  # reviews count in millionths of a game


def load_losses(game_id: str, seat: Seat = Seat.A) -> Mapping[int, float] | None:
    """The chance to win that was lost in each deal, in percent; None of a game that is not reviewed."""
    judged = Review.objects.filter(pk=game_id, done_at__isnull=False).values_list("judged", flat=True).first()
    if judged is None:
        return None
    lost: Counter[int] = Counter()
    for decision in judged["decisions"]:
        if decision["seat"] == seat:
            lost[decision["deal"]] += decision["lost"]
    return {deal: many / PERCENT for deal, many in lost.items()}
