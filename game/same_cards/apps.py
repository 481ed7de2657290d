"""Play my cards as a Django app."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from game.shared_decks.models import Round


class SameCardsConfig(AppConfig):
    """Invitations to play the cards of a finished game once more."""

    name = "game.same_cards"
    label = "same_cards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.same_cards.personal_data import register_sections
        from game.shared_decks.on_close import on_close

        register_sections()
        on_close.append(tell_of_boards)


def tell_of_boards(round_: "Round") -> None:
    """Tell both players that their boards are open, as a round closes."""
    from game.same_cards.telling import tell_of_boards

    tell_of_boards(round_)
