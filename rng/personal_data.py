"""What the record of deals stores about a player."""

from common.personal_data import Section, Stays, register
from rng.models import Doubt


def register_sections() -> None:
    # Without our own check: it may name cards that are hidden yet.
    register(
        "doubted_deals",
        export=Section(lambda me: Doubt.objects.filter(by=me), "game number at says evidence settled_at"),
        erase=Stays(
            "A report that the server dealt wrongly. No one can make it go but the one who settles it."
        ),
    )
