"""The personal data that seasons store about a player."""

from common.personal_data import Section, Stays, register
from tournaments.seasons.models import Season


def register_sections() -> None:
    register(
        "seasons_made",
        export=Section(
            lambda me: Season.objects.filter(by=me), "number starts_at ends_at", {"name": "club__name"}
        ),
        erase=Stays("The season is the club’s."),
    )
    register(
        "seasons_won",
        export=Section(
            lambda me: Season.objects.filter(champion=me), "number decided_at final", {"name": "club__name"}
        ),
        erase=Stays("The season keeps its result."),
    )
