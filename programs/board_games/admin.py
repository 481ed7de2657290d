"""Games over the board in the admin: those that were shared, and reports of them."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.enums import ActionVariant

from common.admin.filters import BY_NAME, OPEN_OR_ANSWERED
from common.admin.links import link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, equals, player_ids_by_prefix
from people.moderation.admin.actions import AdminAction, RulingActionsMixin, action_button
from people.moderation.rights import Kind
from programs.board_games import reports
from programs.board_games.models import BoardGame, BoardReport

REMOVE = AdminAction(
    Kind.REMOVE,
    "game",
    _("Take down"),
    "block",
    _("Its link shows nothing any more, and its owner can’t share it again. They see the reason."),
    reports.remove_shared_game,
    variant=ActionVariant.DANGER,
)
RESTORE = AdminAction(
    Kind.RESTORE,
    "game",
    _("Allow again"),
    "undo",
    _("Its owner can share the game again. They see the reason."),
    reports.restore_shared_game,
)
ANSWER = AdminAction(
    Kind.ANSWER,
    "report",
    _("Answer"),
    "reply",
    _("Say what you decided. Everyone who reported this game learns that it was answered."),
    reports.answer_board_report,
    variant=ActionVariant.PRIMARY,
)


@admin.register(BoardGame)
class BoardGameAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Shared games over the board, and those that were taken down. A private one is its owner's alone."""

    list_title = _("Shared games over the board")
    list_display = ("created_at", "whose", "name_a", "name_b", "is_shared", "removed_at")
    list_display_links = ("created_at",)
    list_select_related = ("owner",)
    list_filter = (
        choice_filter(
            "state",
            _("state"),
            {
                "shared": (_("Shared"), equals("removed_at", None)),
                "removed": (_("Taken down"), lambda: ~Q(removed_at=None)),
            },
        ),
    )
    ordering = ("-created_at", "pk")
    search_fields = ("owner",)
    search_help_text = BY_NAME
    fields = ("whose", "page", "text", "created_at", "is_shared", "removed_at")
    actions_detail = (REMOVE.rule.__name__, RESTORE.rule.__name__)

    remove_shared_game = action_button(REMOVE)
    restore_shared_game = action_button(RESTORE)
    whose = link_column(_("owner"), player_link, "owner")

    def get_queryset(self, request: HttpRequest) -> QuerySet[BoardGame]:
        games: QuerySet[BoardGame] = super().get_queryset(request)
        return games.filter(Q(is_shared=True) | ~Q(removed_at=None)).defer("review")

    def search_filter(self, term: str) -> Q:
        return Q(owner__in=player_ids_by_prefix(term))

    def is_applicable(self, kind: Kind, subject: BoardGame) -> bool:
        return (subject.removed_at is None) == (kind is Kind.REMOVE)

    @column(_("page"))
    def page(self, game: BoardGame) -> str:
        link = reverse("board_game", args=[game.pk])
        return format_html('<a class="admin-link" href="{}">{}</a>', link, game.pk)


@admin.register(BoardReport)
class BoardReportAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Shared games that readers reported, and the rulings on them."""

    list_title = _("Reports of games over the board")
    list_display = ("at", "reported_by", "whose", "why", "answer")
    list_display_links = ("at",)
    list_select_related = ("by", "game__owner", "ruling__by")
    list_filter = (choice_filter("state", _("state"), OPEN_OR_ANSWERED),)
    ordering = ("-id",)
    search_fields = ("by",)
    search_help_text = BY_NAME
    fields = ("at", "reported_by", "whose", "which", "text", "why", "answer")
    actions_detail = (ANSWER.rule.__name__,)

    answer_board_report = action_button(ANSWER)
    reported_by = link_column(_("reported by"), player_link, "by")
    whose = link_column(_("owner"), player_link, "game.owner")

    def search_filter(self, term: str) -> Q:
        players = player_ids_by_prefix(term)
        return Q(by__in=players) | Q(game__owner__in=players)

    def is_applicable(self, kind: Kind, subject: BoardReport) -> bool:
        return subject.ruling_id is None

    @column(_("game"))
    def which(self, report: BoardReport) -> str:
        """Link to the game as long as hosts may see it."""
        if not report.game.is_shared and report.game.removed_at is None:
            return report.game_id
        link = reverse("admin:board_games_boardgame_change", args=[report.game_id])
        return format_html('<a class="admin-link" href="{}">{}</a>', link, report.game_id)

    @column(_("answer"))
    def answer(self, report: BoardReport) -> str:
        return str(report.ruling or _("waiting"))
