"""The personal data that signs store about a player."""

from common.personal_data import Section, Stays, register
from hosting.signs.models import Sign


def register_sections() -> None:
    # Without the host who reviewed the sign.
    register(
        "signs",
        export=Section(
            lambda me: Sign.objects.filter(player=me),
            "event kind at deviation correlation timed games looked_at note",
        ),
    )
    # Without the player whom the sign is about.
    register(
        "signs_looked_at",
        export=Section(lambda me: Sign.objects.filter(looked_by=me), "event looked_at note"),
        erase=Stays("A host’s decision and its reason belong to the player it is about."),
    )
