"""The admin page of rating changes, each with its inputs."""

from django.contrib import admin
from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from common.admin.read_only import (
    SEARCH_HELP,
    ReadOnlyAdmin,
    choice_filter,
    column,
    equals,
    player_ids_by_prefix,
    value_filter,
)
from ranking.models import Change, Kind, Terms
from ranking.rules.points import BOTS

OUTCOME = {
    "won": (_("Won"), equals("won", True)),
    "lost": (_("Lost"), equals("won", False)),
    "unfinished": (_("Left unfinished"), equals("unfinished", True)),
    "undone": (_("Undone by a host"), lambda: ~Q(undoes=None)),
}


@admin.register(Change)
class ChangeAdmin(ReadOnlyAdmin):
    """Rating changes, the newest first."""

    list_title = _("Rating changes")
    list_display = (
        "at",
        "whose",
        "kind",
        "opposite",
        "result",
        "own",
        "opponents",
        "change",
        "after",
        "at_table",
    )
    list_display_links = ("at",)
    list_select_related = ("player", "opponent")
    list_filter = (
        value_filter("kind", _("ladder"), Kind.choices),
        choice_filter("outcome", _("outcome"), OUTCOME),
        value_filter("terms", "terms", Terms.choices),
        value_filter("bot", _("bot"), ((bot, bot.capitalize()) for bot in BOTS)),
    )
    ordering = ("-id",)
    search_fields = ("game",)
    search_help_text = SEARCH_HELP
    fields = (*list_display[:-1], "why", "terms", "newcomer", "rules", "undoes", "at_table")

    def search_filter(self, term: str) -> Q:
        """Find a game by the keys of its changes. Only changes that revert nothing have an index by game."""
        entered = list(Change.objects.filter(game=term, undoes=None).values_list("pk", flat=True))
        return Q(pk__in=entered) | Q(undoes__in=entered) | Q(player__in=player_ids_by_prefix(term))

    @column(_("player"))
    def whose(self, change: Change) -> str:
        return str(change.player)

    @column(_("opponent"))
    def opposite(self, change: Change) -> str:
        return change.bot.capitalize() or str(change.opponent or _("a deleted account"))

    @column(_("result"), {"won": "success", "lost": "info", "left": "warning"})
    def result(self, change: Change) -> str:
        return "won" if change.won else "left" if change.unfinished else "lost"

    @column(_("game"))
    def at_table(self, change: Change) -> str:
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:game_game_change", args=[change.game]), change.game
        )
