"""The personal data in games over the board."""

from common.personal_data import Section, register
from programs.board_games.models import BoardGame


def register_sections() -> None:
    register(
        "board_games",
        export=Section(lambda me: BoardGame.objects.filter(owner=me), "text created_at is_shared"),
    )
