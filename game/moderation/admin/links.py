"""From one page of the admin to another."""

from django.urls import reverse
from django.utils.html import format_html

from game.models import Player


def to_player(player: Player) -> str:
    return link("player", player.pk, str(player))


def to_game(game_id: str, says: str = "") -> str:
    return link("game", game_id, says or game_id)


def link(model: str, key: object, says: str, app: str = "game") -> str:
    return format_html(
        '<a class="admin-link" href="{}">{}</a>', reverse(f"admin:{app}_{model}_change", args=[key]), says
    )
