"""The personal data in games over the board."""

from common.personal_data import Section, register
from programs.board_games.models import BoardGame, BoardReport


def register_sections() -> None:
    register(
        "board_games",
        export=Section(lambda me: BoardGame.objects.filter(owner=me), "text created_at is_shared removed_at"),
    )
    register(
        "reported_board_games",
        export=Section(lambda me: BoardReport.objects.filter(by=me), "why at game"),
        erase=lambda me: BoardReport.objects.filter(by=me).update(why=""),
    )
