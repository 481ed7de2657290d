"""Chat lines and reports of them."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from common.admin.filters import OPEN_OR_ANSWERED, time_choices
from common.admin.links import game_link, link_column, player_link
from common.admin.read_only import SEARCH_HELP, ReadOnlyAdmin, choice_filter, column, player_ids_by_prefix
from game.models import Chat, Report
from people.moderation.admin.actions import ANSWER_REPORT, RulingActionsMixin, action_button
from people.moderation.rights import Kind

LINES_AROUND = 10  # lines before and after the one reported


@admin.register(Chat)
class ChatAdmin(ReadOnlyAdmin):
    """Chat lines, newest first."""

    list_title = _("Chat")
    list_display = ("at", "who", "line", "place", "table")
    list_select_related = ("player",)
    list_filter = (
        choice_filter(
            "place",
            _("said"),
            {
                "table": (_("Between the players"), lambda: ~Q(seat=None)),
                "watching": (_("Between spectators"), lambda: Q(seat=None)),
                "typed": (_("Typed by the player"), lambda: ~Q(text="")),
            },
        ),
    )
    ordering = ("-id",)
    search_fields = ("game",)
    search_help_text = SEARCH_HELP
    fields = list_display
    who = link_column(_("said by"), player_link, "player")
    table = link_column(_("game"), game_link, "game_id")

    def search_filter(self, term: str) -> Q:
        return Q(game=term) | Q(player__in=player_ids_by_prefix(term))

    @column(_("line"))
    def line(self, chat: Chat) -> str:
        return chat.words

    @column(_("where"))
    def place(self, chat: Chat) -> Any:
        return _("at the table") if chat.seat is not None else _("spectators")


@admin.register(Report)
class ReportAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Reported lines, and the rulings on them."""

    list_display = ("at", "reported_by", "who", "line", "why", "answer", "table")
    list_display_links = ("at",)
    list_select_related = ("by", "said__player", "ruling__by")
    list_filter = (
        choice_filter("state", _("state"), OPEN_OR_ANSWERED),
        choice_filter("at", _("reported"), time_choices("at")),
    )
    ordering = ("-id",)
    search_fields = ("by",)
    search_help_text = SEARCH_HELP
    fields = list_display
    actions_detail = actions_row = ("answer_report",)
    change_form_outer_after_template = "admin/game/chat_context.html"

    answer_report = action_button(ANSWER_REPORT)
    reported_by = link_column(_("reported by"), player_link, "by")
    who = link_column(_("said by"), player_link, "said.player")
    table = link_column(_("game"), game_link, "said.game_id")

    def search_filter(self, term: str) -> Q:
        players = player_ids_by_prefix(term)
        return Q(by__in=players) | Q(said__player__in=players) | Q(said__game=term)

    def is_applicable(self, kind: Kind, subject: Report) -> bool:
        return subject.ruling_id is None

    def build_extra_context(self, subject: Report) -> dict[str, Any]:
        return {"around": surrounding_chat(subject)}

    @column(_("line"))
    def line(self, report: Report) -> str:
        return report.said.words

    @column(_("answer"))
    def answer(self, report: Report) -> str:
        return str(report.ruling or _("waiting"))


def surrounding_chat(report: Report) -> list[Chat]:
    """Return the lines at the same table before and after the reported one."""
    lines: QuerySet[Chat] = Chat.objects.filter(game=report.said.game_id).select_related("player")
    before = lines.filter(pk__lt=report.said_id).order_by("-pk")[:LINES_AROUND]
    return [*reversed(before), *lines.filter(pk__gte=report.said_id).order_by("pk")[: LINES_AROUND + 1]]
