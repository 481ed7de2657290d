"""The personal data that Strength stores about a player."""

from django.db.models import Q

from common.personal_data import Section, Stays, register
from study.strength.models import PlayerStrength, Title, WeighedGame


def register_sections() -> None:
    register(
        "strength",
        export=Section(lambda me: PlayerStrength.objects.filter(player=me), "strength variance games"),
        erase=Stays("The opponents’ Strength follows from it. It is in no list any more."),
    )
    register(
        "games_without_luck",
        export=Section(
            lambda me: WeighedGame.objects.filter(
                Q(game__seat_a=me) | Q(game__seat_b=me), number__isnull=False
            ),
            "game number adjusted strength_a variance_a strength_b variance_b anchor_a precision_a anchor_b"
            " precision_b formula",
        ),
        erase=Stays("The opponents’ Strength follows from it."),
    )
    register("titles", export=Section(lambda me: Title.objects.filter(player=me), "name at lost_percent"))
