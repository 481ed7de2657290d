"""Links between admin pages."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html

from common.admin.read_only import column


def player_link(player: Model) -> str:
    return admin_link("player", player.pk, str(player))


def game_link(game_id: str, says: str = "") -> str:
    return admin_link("game", game_id, says or game_id)


def admin_link(model: str, key: object, says: str, app: str = "game") -> str:
    return format_html(
        '<a class="admin-link" href="{}">{}</a>', reverse(f"admin:{app}_{model}_change", args=[key]), says
    )


def link_column(
    title: Any, link: Callable[[Any], str], path: str, *, absent: Any = "-"
) -> Callable[[Any, Model], str]:
    """Show what a row has at this path, as in `said.player`, with a link to its page."""
    find = attrgetter(path)

    @column(title)
    def show(admin: Any, row: Model) -> str:
        found = find(row)
        return link(found) if found else str(absent)

    return show
