"""The personal data that the discard of the day stores about a player."""

from common.personal_data import Section, register
from study.throws.models import Vote


def register_sections() -> None:
    register(
        "throws_of_the_day",
        export=Section(lambda me: Vote.objects.filter(player=me), "throw thrown points counts at"),
        # The vote still counts, without the player.
        erase=lambda me: Vote.objects.filter(player=me).update(player=None),
    )
