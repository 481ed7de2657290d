"""Play my cards as a Django app."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

from common.lazy_import import lazy_import

if TYPE_CHECKING:
    from game.shared_decks.models import Round


class SameCardsConfig(AppConfig):
    """Invitations to play the cards of a finished game again."""

    name = "study.same_cards"
    label = "same_cards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.page_parts import part_loaders
        from game.shared_rounds.on_close import on_close
        from study.same_cards.personal_data import register_sections

        register_sections()
        on_close.append(tell_of_boards)
        part_loaders["table"].append(lazy_import("study.same_cards.page_parts.describe_at_table"))


def tell_of_boards(round_: "Round") -> None:
    """Notify both players that their boards are open, when a round closes."""
    from study.same_cards.notify import tell_of_boards

    tell_of_boards(round_)
