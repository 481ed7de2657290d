"""Players: who they are, what they did of late, and what can be done about them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from common import clock
from common.read_only_admin import ToLookAt, column, sieve
from game.models import Appeal, Game, Player, Report, Ruling
from game.moderation.admin.actions import BAN, MUTE, RESET, UNBAN, UNMUTE, WARN, Ruled, deed, player
from game.moderation.admin.filters import BY_NAME, called, when
from game.moderation.rights import Kind
from game.sanctions import in_words, is_banned, is_muted
from ranking.levels import level
from ranking.models import Standing

AT_A_GLANCE = 10

WHO = {
    "account": (_("Accounts"), lambda: Q(is_guest=False, brain="")),
    "guest": (_("Guests"), lambda: Q(is_guest=True)),
    "staff": (_("Hosts and moderators"), lambda: Q(is_staff=True)),
    "bot": (_("Bots"), lambda: ~Q(brain="")),
    "sample": (_("Samples of the demo"), lambda: Q(is_sample=True)),
}
STATE = {
    "banned": (_("Banned"), lambda: Q(banned_until__gt=clock.now())),
    "muted": (_("Muted"), lambda: Q(muted_until__gt=clock.now())),
}
# What has nothing to do as some players stand.
DUE: dict[Kind, Callable[[Player], bool]] = {
    Kind.UNMUTE: is_muted,
    Kind.UNBAN: is_banned,
    Kind.RESET: lambda player: bool(player.email),
}
RIGHTS = ("is_staff", "is_superuser", "groups")


@dataclass(frozen=True, slots=True)
class Glance:
    """What a host wants to know of a player before anything else."""

    standings: list[tuple[Standing, int]]
    rulings: list[Ruling]
    games: list[Game]
    reports: list[Report]
    appeals: list[Appeal]


@admin.register(Player)
class PlayerAdmin(Ruled, ToLookAt):
    """Players, the newest first."""

    list_display = ("username", "who", "state", "date_joined", "seen_at")
    list_filter = (
        sieve("who", _("who"), WHO),
        sieve("state", _("state"), STATE),
        sieve("joined", _("joined"), when("date_joined")),
        sieve("seen", _("here"), when("seen_at")),
    )
    ordering = ("-id",)
    search_fields = ("username",)
    search_help_text = BY_NAME
    fields = (
        ("name", "who"),
        ("date_joined", "seen_at"),
        ("state", "is_private"),
    )
    actions_detail = ("warn", "mute", "unmute", "ban", "unban", "send_reset")
    actions_row = ("warn", "mute", "ban")
    change_form_outer_after_template = "admin/game/at_a_glance.html"

    warn = deed(WARN)
    mute = deed(MUTE)
    unmute = deed(UNMUTE)
    ban = deed(BAN)
    unban = deed(UNBAN)
    send_reset = deed(RESET)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A host says who helps him; all else of a player changes by rulings, or by the player himself."""
        return player(request).is_superuser

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[Any, ...]:
        return (*self.fields, "email", *RIGHTS) if player(request).is_superuser else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        return ("name", "who", "date_joined", "seen_at", "state", "is_private", "email")

    def found(self, term: str) -> Q:
        return Q(pk__in=called(term))

    def is_due(self, kind: Kind, subject: Player) -> bool:
        return kind not in DUE or DUE[kind](subject)

    def beside(self, subject: Player) -> dict[str, Any]:
        return {"glance": at_a_glance(subject.pk)}

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return super().formfield_for_manytomany(
            db_field, request, **kwargs, widget=UnfoldAdminCheckboxSelectMultipleWidget()
        )

    @column(_("name"))
    def name(self, player: Player) -> str:
        return player.username

    @column(_("who"), {"host": "danger", "moderator": "warning", "bot": "info"})
    def who(self, player: Player) -> str:
        if player.is_superuser or player.is_staff:
            return "host" if player.is_superuser else "moderator"
        if player.is_bot or player.is_guest:
            return "bot" if player.is_bot else "guest"
        return "sample" if player.is_sample else "account"

    @column(_("state"))
    def state(self, player: Player) -> str:
        said = [
            f"{what} {in_words(until)}"
            for what, until, lasts in (
                ("banned", player.banned_until, is_banned(player)),
                ("muted", player.muted_until, is_muted(player)),
            )
            if lasts
        ]
        return ", ".join(said) or "-"


def at_a_glance(pk: int) -> Glance:
    """A player's standings, rulings, games, reports about him, and appeals."""
    standings = Standing.objects.filter(player=pk).order_by("kind")
    games = Game.objects.filter(Q(seat_a=pk) | Q(seat_b=pk)).select_related("seat_a", "seat_b")
    reports = Report.objects.filter(said__player=pk, ruling=None).select_related("by", "said")
    return Glance(
        standings=[(standing, level(standing.points).number) for standing in standings],
        rulings=list(Ruling.objects.filter(player=pk).select_related("by").order_by("-at")[:AT_A_GLANCE]),
        games=list(games.only(*SHOWN).order_by("-created_at")[:AT_A_GLANCE]),
        reports=list(reports.order_by("-at")[:AT_A_GLANCE]),
        appeals=list(Appeal.objects.filter(player=pk).select_related("ruling").order_by("-at")[:AT_A_GLANCE]),
    )


SHOWN = (
    "id",
    "created_at",
    "finished_at",
    "ended",
    "score_a",
    "score_b",
    "seat_a__username",
    "seat_b__username",
)
