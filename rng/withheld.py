"""The decks on record that may be shown: those of a game whose cards are played once more wait meanwhile.

Which games these are, the rooms above say: each adds its own in `AppConfig.ready`.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from rng.models import Deal

withheld_games: list[Callable[[], QuerySet[Any, Any]]] = []


def shown_deals() -> QuerySet[Deal]:
    """The deals on record that may be shown."""
    deals = Deal.objects.all()
    for games in withheld_games:
        deals = deals.exclude(game__in=games())
    return deals
