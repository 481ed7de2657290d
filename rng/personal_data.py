"""The personal data that the record of deals stores about a player."""

from common.personal_data import Section, Stays, register
from rng.models import Doubt
from rng.withheld import without_withheld


def register_sections() -> None:
    # Without the server's own check, and without games whose cards others still play: both may name hidden
    # cards.
    register(
        "doubted_deals",
        export=Section(
            lambda me: without_withheld(Doubt.objects.filter(by=me)),
            "game number at says evidence settled_at",
        ),
        erase=Stays("It says that the server dealt wrongly, and stays after a host has settled it."),
    )
