"""Titles in the admin. They follow from games, so they are read-only."""

from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.admin.filters import BY_NAME, time_choices
from common.admin.links import link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, player_ids_by_prefix, value_filter
from study.strength.models import Title
from study.strength.titles import NAMES, thresholds


@admin.register(Title)
class TitleAdmin(ReadOnlyAdmin):
    """Titles, newest first."""

    list_title = _("Titles")
    list_display = ("at", "who", "title", "cost", "limit")
    list_display_links = ("at",)
    list_select_related = ("player",)
    list_filter = (
        value_filter("name", _("title"), NAMES.items()),
        choice_filter("at", _("since"), time_choices("at")),
    )
    ordering = ("-id",)
    search_fields = ("player",)
    search_help_text = BY_NAME
    fields = list_display
    who = link_column(_("player"), player_link, "player")

    def search_filter(self, term: str) -> Q:
        return Q(player__in=player_ids_by_prefix(term))

    @column(_("title"))
    def title(self, title: Title) -> str:
        return str(NAMES[Title.Name(title.name)])

    @column(_("a decision cost"))
    def cost(self, title: Title) -> str:
        return f"{title.lost_percent:.2f}%"

    @column(_("may cost today"))
    def limit(self, title: Title) -> str:
        most = thresholds().get(title.name)
        return "-" if most is None else f"{most:g}%"
