"""The personal data that the ladder stores about a player."""

from common.personal_data import Section, Stays, register
from ranking.models import Change, Pin, Standing


def register_sections() -> None:
    register(
        "standings",
        export=Section(
            lambda me: Standing.objects.filter(player=me), "kind points wins losses unfinished recent last_at"
        ),
        erase=lambda me: Standing.objects.filter(player=me).update(hidden=True, listed=False),
    )
    register(
        "changes_of_points",
        export=Section(
            lambda me: Change.objects.filter(player=me),
            "game kind bot won unfinished rules own opponents change after why terms newcomer even at",
            {"against": "opponent__username"},
        ),
        erase=Stays("The opponents’ points follow from it, and the ladder can be recomputed."),
    )
    register(
        "bots_pinned",
        export=Section(lambda me: Pin.objects.filter(by=me), "bot version points at reason"),
        erase=Stays("A host’s decision about a bot’s points, on which other players’ points rest."),
    )
