"""Open seeks and appeals, and all rulings."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common import clock
from common.admin.filters import BY_NAME, OPEN_OR_ANSWERED, time_choices
from common.admin.links import game_link, link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, player_ids_by_prefix, value_filter
from game.lobby.matchmaking import open_seek_filter
from game.models import Appeal, Ruling, Seek
from game.table.clocks.time_control import START_TIMEOUTS
from people.moderation.admin.actions import ANSWER_APPEAL, RulingActionsMixin, action_button
from people.moderation.rights import Kind


@admin.register(Seek)
class SeekAdmin(ReadOnlyAdmin):
    """Seeks. The link of a challenge is hidden: only its owner may share it."""

    list_title = _("Game requests")
    list_display = (
        "created_at",
        "who",
        "whom",
        "target",
        "counting",
        "clock",
        "rated",
        "expires_at",
        "became",
    )
    list_display_links = ("created_at",)
    list_select_related = ("player", "to", "game__seat_a", "game__seat_b")
    list_filter = (
        choice_filter(
            "state",
            _("state"),
            {
                "open": (_("Waiting"), lambda: open_seek_filter(clock.now())),
                "met": (_("Became a game"), lambda: ~Q(game=None)),
                "declined": (_("Declined"), lambda: ~Q(declined="")),
            },
        ),
        value_filter("clock", _("clock"), ((kind, kind.capitalize()) for kind in START_TIMEOUTS)),
    )
    ordering = ("-created_at",)
    search_fields = ("id",)
    search_help_text = _("Request ID, or the start of a player’s name")
    fields = ("id", *list_display, "declined")
    who = link_column(_("who"), player_link, "player")

    def search_filter(self, term: str) -> Q:
        players = player_ids_by_prefix(term)
        return Q(pk=term) | Q(player__in=players) | Q(to__in=players)

    @column(_("whom"))
    def whom(self, seek: Seek) -> Any:
        if seek.to is not None:
            return player_link(seek.to)
        return _("anyone with the link") if seek.code else _("anyone")

    @column(_("became game"))
    def became(self, seek: Seek) -> str:
        return game_link(seek.game_id, str(seek.game)) if seek.game_id else seek.declined or "-"


@admin.register(Appeal)
class AppealAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Appeals of banned players."""

    list_display = ("at", "who", "text", "answer")
    list_display_links = ("at",)
    list_select_related = ("player", "ruling__by")
    list_filter = (choice_filter("state", _("state"), OPEN_OR_ANSWERED),)
    ordering = ("-id",)
    search_fields = ("player",)
    search_help_text = BY_NAME
    fields = list_display
    actions_detail = actions_row = ("answer_appeal",)

    answer_appeal = action_button(ANSWER_APPEAL)
    who = link_column(_("player"), player_link, "player")

    def search_filter(self, term: str) -> Q:
        return Q(player__in=player_ids_by_prefix(term))

    def is_applicable(self, kind: Kind, subject: Appeal) -> bool:
        return subject.ruling_id is None

    @column(_("answer"))
    def answer(self, appeal: Appeal) -> str:
        return str(appeal.ruling or _("waiting"))


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    """The read-only record of rulings by hosts and moderators."""

    list_title = _("Decisions")
    list_display = ("at", "kind", "about", "table", "reason", "until", "by", "read_at")
    list_display_links = ("at",)
    list_select_related = ("by", "player")
    list_filter = (
        value_filter("kind", _("kind"), Ruling.Kind.choices),
        choice_filter("at", _("when"), time_choices("at")),
    )
    ordering = ("-id",)
    search_fields = ("player",)
    search_help_text = _("Game ID, or the start of a name: the player concerned or the host")
    fields = list_display
    about = link_column(_("about"), player_link, "player")
    table = link_column(_("game"), game_link, "game_id")

    def search_filter(self, term: str) -> Q:
        players = player_ids_by_prefix(term)
        return Q(player__in=players) | Q(by__in=players) | Q(game=term)
