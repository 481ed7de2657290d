"""Games over the board as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BoardGamesConfig(AppConfig):
    """Games that were played over the board, as score sheets."""

    name = "programs.board_games"
    label = "board_games"
    verbose_name = _("Games over the board")

    def ready(self) -> None:
        from programs.board_games.personal_data import register_sections

        register_sections()
