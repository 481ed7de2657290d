"""Links between admin pages."""

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html


def player_link(player: Model) -> str:
    return admin_link("player", player.pk, str(player))


def game_link(game_id: str, says: str = "") -> str:
    return admin_link("game", game_id, says or game_id)


def admin_link(model: str, key: object, says: str, app: str = "game") -> str:
    return format_html(
        '<a class="admin-link" href="{}">{}</a>', reverse(f"admin:{app}_{model}_change", args=[key]), says
    )
