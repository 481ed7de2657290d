"""Seasons in the admin: a read-only list, because a season follows from its nights."""

from django.contrib import admin
from django.db.models import Q
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common import clock
from common.admin.filters import time_choices
from common.admin.links import admin_link, link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, player_ids_by_prefix
from people.clubs.lookup import club_ids_by_prefix
from tournaments.seasons.addresses import season_url
from tournaments.seasons.models import Season

OWNERS = {
    "site": (gettext_lazy("The site’s"), lambda: Q(club=None)),
    "clubs": (gettext_lazy("Those of clubs"), lambda: ~Q(club=None)),
}
STATES = {
    "lasting": (gettext_lazy("Not over"), lambda: Q(ends_at__gt=clock.now())),
    "undecided": (gettext_lazy("Over, not decided"), lambda: Q(ends_at__lte=clock.now(), decided_at=None)),
    "decided": (gettext_lazy("Decided"), lambda: ~Q(decided_at=None)),
}


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Seasons of clubs and of the site, newest first."""

    list_display = ("starts_at", "number", "of", "ends_at", "decided_at", "bracket", "winner", "page")
    list_display_links = ("starts_at", "number")
    list_select_related = ("club", "final", "champion")
    list_filter = (
        choice_filter("of", gettext_lazy("whose"), OWNERS),
        choice_filter("state", gettext_lazy("state"), STATES),
        choice_filter("starts_at", gettext_lazy("when"), time_choices("starts_at")),
    )
    ordering = ("-id",)
    search_fields = ("club",)
    search_help_text = gettext_lazy(
        "The start of the name of a club or a champion, or the event ID of a final"
    )
    fields = (*list_display, "made_by")
    winner = link_column(gettext_lazy("champion"), player_link, "champion")
    made_by = link_column(gettext_lazy("made by"), player_link, "by", absent=gettext_lazy("the schedule"))

    def search_filter(self, term: str) -> Q:
        clubs, players = club_ids_by_prefix(term), player_ids_by_prefix(term)
        return Q(club__in=clubs) | Q(champion__in=players) | Q(final=term)

    @column(gettext_lazy("of"))
    def of(self, season: Season) -> str:
        club = season.club
        return admin_link("club", club.pk, str(club), app="clubs") if club else _("the site")

    @column(gettext_lazy("final"))
    def bracket(self, season: Season) -> str:
        final = season.final
        return admin_link("event", final.pk, final.title, app="events") if final else "-"

    @column(gettext_lazy("page"))
    def page(self, season: Season) -> str:
        return format_html('<a class="admin-link" href="{}">{}</a>', season_url(season), _("open"))
