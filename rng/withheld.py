"""The recorded decks that may be shown. Decks of a game whose cards are being played again are withheld.

Other apps decide which games these are: each adds its own in `AppConfig.ready`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import QuerySet

from rng.models import Deal

Rows = TypeVar("Rows", bound="QuerySet[Any]")

withheld_games: list[Callable[[], QuerySet[Any, Any]]] = []


def shown_deals() -> QuerySet[Deal]:
    """Return the recorded deals that may be shown."""
    return without_withheld(Deal.objects.all())


def without_withheld(rows: Rows) -> Rows:
    """Filter rows whose game may be shown."""
    for games in withheld_games:
        rows = rows.exclude(game__in=games())
    return rows
