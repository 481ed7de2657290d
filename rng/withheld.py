"""The decks on record that may be shown: those of a game whose cards are played once more wait meanwhile.

Which games these are, the rooms above say: each adds its own in `AppConfig.ready`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import QuerySet

from rng.models import Deal

Rows = TypeVar("Rows", bound="QuerySet[Any]")

withheld_games: list[Callable[[], QuerySet[Any, Any]]] = []


def shown_deals() -> QuerySet[Deal]:
    """The deals on record that may be shown."""
    return without_withheld(Deal.objects.all())


def without_withheld(rows: Rows) -> Rows:
    """The rows whose game may be shown."""
    for games in withheld_games:
        rows = rows.exclude(game__in=games())
    return rows
