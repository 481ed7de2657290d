"""The personal data that the daily game stores about a player."""

from common.personal_data import Section, register
from study.daily.models import DailyEntry, MonthLine


def register_sections() -> None:
    register(
        "dailies",
        export=Section(
            lambda me: DailyEntry.objects.filter(player=me),
            "game margin lost place percent unranked alike",
            {"day": "daily_id"},
        ),
    )
    register(
        "months_of_dailies",
        export=Section(lambda me: MonthLine.objects.filter(player=me), "month days total"),
    )
