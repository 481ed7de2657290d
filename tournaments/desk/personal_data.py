"""The personal data that the director's desk stores about a player."""

from common.personal_data import Section, register
from tournaments.desk.models import Evening


def register_sections() -> None:
    # Without the players' names: they are about other people.
    register(
        "evenings_directed",
        export=Section(
            lambda me: Evening.objects.filter(director=me), "id name games best_of stage created_at"
        ),
    )
