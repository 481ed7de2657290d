"""The personal data that following stores about a player."""

from django.db.models import Q

from common.personal_data import Section, register
from game.following.models import Follow


def register_sections() -> None:
    # Only the followed players: a player's followers stay secret.
    register(
        "followed",
        export=Section(lambda me: Follow.objects.filter(by=me), "at", {"name": "followed__username"}),
        erase=lambda me: Follow.objects.filter(Q(by=me) | Q(followed=me)).delete(),
    )
