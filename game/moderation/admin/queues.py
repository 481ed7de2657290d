"""Who waits: for an opponent, and for another look at a ban; and the rulings there have been."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.read_only_admin import ToLookAt, column, just, sieve
from game.lobby.matchmaking import waits
from game.models import Appeal, Ruling, Seek
from game.moderation.admin.actions import APPEAL, Ruled, deed
from game.moderation.admin.filters import BY_NAME, OPEN_OR_ANSWERED, called, when
from game.moderation.admin.links import to_game, to_player
from game.moderation.rights import Kind
from game.table.time_control import BEGINNING


@admin.register(Seek)
class SeekAdmin(ToLookAt):
    """Who seeks whom; the link of a challenge is its owner's to give."""

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
        sieve(
            "state",
            _("state"),
            {
                "open": (_("Waiting"), waits),
                "met": (_("Became a game"), lambda: ~Q(game=None)),
                "declined": (_("Declined"), lambda: ~Q(declined="")),
            },
        ),
        sieve("clock", _("clock"), {kind: (kind.capitalize(), just("clock", kind)) for kind in BEGINNING}),
    )
    ordering = ("-created_at",)
    search_fields = ("id",)
    search_help_text = _("A seek's id, or how a player's name begins")
    fields = ("id", *list_display, "declined")

    def found(self, term: str) -> Q:
        players = called(term)
        return Q(pk=term) | Q(player__in=players) | Q(to__in=players)

    @column(_("who"))
    def who(self, seek: Seek) -> str:
        return to_player(seek.player)

    @column(_("whom"))
    def whom(self, seek: Seek) -> Any:
        if seek.to is not None:
            return to_player(seek.to)
        return _("whoever has the link") if seek.code else _("anyone")

    @column(_("became"))
    def became(self, seek: Seek) -> str:
        return to_game(seek.game_id, str(seek.game)) if seek.game_id else seek.declined or "-"


@admin.register(Appeal)
class AppealAdmin(Ruled, ToLookAt):
    """Banned players who ask for another look."""

    list_display = ("at", "who", "text", "answer")
    list_display_links = ("at",)
    list_select_related = ("player", "ruling__by")
    list_filter = (sieve("state", _("state"), OPEN_OR_ANSWERED),)
    ordering = ("-id",)
    search_fields = ("player",)
    search_help_text = BY_NAME
    fields = list_display
    actions_detail = actions_row = ("answer_appeal",)

    answer_appeal = deed(APPEAL)

    def found(self, term: str) -> Q:
        return Q(player__in=called(term))

    def is_due(self, kind: Kind, subject: Appeal) -> bool:
        return subject.ruling_id is None

    @column(_("player"))
    def who(self, appeal: Appeal) -> str:
        return to_player(appeal.player)

    @column(_("answer"))
    def answer(self, appeal: Appeal) -> str:
        return str(appeal.ruling or _("waiting"))


@admin.register(Ruling)
class RulingAdmin(ToLookAt):
    """What hosts and moderators did, about whom, and why: the record, which nobody changes."""

    list_display = ("at", "kind", "about", "table", "reason", "until", "by", "read_at")
    list_display_links = ("at",)
    list_select_related = ("by", "player")
    list_filter = (
        sieve("kind", _("kind"), {kind.value: (kind.label, just("kind", kind)) for kind in Ruling.Kind}),
        sieve("at", _("when"), when("at")),
    )
    ordering = ("-id",)
    search_fields = ("player",)
    search_help_text = _("A game's id, or how a name begins: of whom it is about, or who ruled")
    fields = list_display

    def found(self, term: str) -> Q:
        players = called(term)
        return Q(player__in=players) | Q(by__in=players) | Q(game=term)

    @column(_("about"))
    def about(self, ruling: Ruling) -> str:
        return to_player(ruling.player) if ruling.player else "-"

    @column(_("game"))
    def table(self, ruling: Ruling) -> str:
        return to_game(ruling.game_id) if ruling.game_id else "-"
