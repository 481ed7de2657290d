"""Daily games that accounts from one place played alike, for hosts to look at. They prove nothing."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.admin.filters import BY_NAME
from common.admin.links import game_link, link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, equals, player_ids_by_prefix
from study.daily.models import DailyEntry


@admin.register(DailyEntry)
class DailyEntryAdmin(ReadOnlyAdmin):
    """Tries of one day with the same moves, by accounts that came from one place within that day."""

    list_title = _("Daily games played alike")
    list_display = ("day", "alike", "who", "table", "margin", "place", "ranked")
    list_display_links = ("day",)
    list_select_related = ("player",)
    list_filter = (
        choice_filter(
            "unranked",
            _("ranked"),
            {
                "ranked": (_("Ranked"), equals("unranked", "")),
                "not": (_("Not ranked"), lambda: ~Q(unranked="")),
            },
        ),
    )
    ordering = ("-daily", "alike", "pk")
    search_fields = ("player",)
    search_help_text = BY_NAME
    fields = (*list_display, "what_it_means")
    readonly_fields = ("what_it_means",)
    who = link_column(_("player"), player_link, "player")
    table = link_column(_("game"), game_link, "game_id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DailyEntry]:
        entries: QuerySet[DailyEntry] = super().get_queryset(request)
        return entries.exclude(alike=None)

    def search_filter(self, term: str) -> Q:
        return Q(player__in=player_ids_by_prefix(term))

    @column(_("day"))
    def day(self, entry: DailyEntry) -> str:
        return entry.daily_id.isoformat()

    @column(_("ranked"))
    def ranked(self, entry: DailyEntry) -> str:
        return entry.get_unranked_display() or str(_("yes"))

    @column(_("what it means"))
    def what_it_means(self, entry: DailyEntry) -> str:
        return str(
            _(
                "Entries with the same number in the column “alike” have the same moves from first to last, "
                "and their accounts were in one network on that day. It may be two people of one "
                "household who played together, or one person with two accounts. Nothing happens by itself."
            )
        )
