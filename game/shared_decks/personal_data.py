"""The personal data about a player that shared decks store."""

from common.personal_data import Section, Stays, register
from game.shared_decks.models import Entrant


def register_sections() -> None:
    register(
        "parts_in_shared_decks",
        export=Section(
            lambda me: Entrant.objects.filter(player=me), "number commitment secret", {"decks": "deck_set_id"}
        ),
        erase=Stays("The decks of all tables follow from every player’s part."),
    )
