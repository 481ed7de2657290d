"""The Django app of shared decks."""

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from game.shared_decks.models import SharedGame


class SharedDecksConfig(AppConfig):
    """Sets of decks, their entrants, and the games that are dealt from them."""

    name = "game.shared_decks"
    label = "shared_decks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.shared_decks.personal_data import register_sections
        from rng.withheld import withheld_games

        register_sections()
        withheld_games.append(open_games)


def open_games() -> "QuerySet[SharedGame, Any]":
    """Return the games whose boards are open."""
    from game.shared_decks.barrier import OPEN

    return OPEN.values("game")
