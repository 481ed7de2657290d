"""Players in the admin: their data, recent activity, and the actions on them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from common import clock
from common.admin.filters import BY_NAME, time_choices
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, player_ids_by_prefix
from game.accounts.sanctions import describe_until, is_banned, is_muted
from game.models import Appeal, Game, Player, Report, Ruling
from people.moderation.admin.actions import (
    BAN,
    MUTE,
    RESET_PASSWORD,
    UNBAN,
    UNMUTE,
    WARN,
    RulingActionsMixin,
    action_button,
    staff_user,
)
from people.moderation.rights import Kind
from ranking.models import Standing
from ranking.rules.levels import level

SUMMARY_ROWS = 10

KIND_CHOICES = {
    "account": (_("Accounts"), lambda: Q(is_guest=False, brain="")),
    "guest": (_("Guests"), lambda: Q(is_guest=True)),
    "staff": (_("Hosts and moderators"), lambda: Q(is_staff=True)),
    "bot": (_("Bots"), lambda: ~Q(brain="")),
    "sample": (_("Sample players"), lambda: Q(is_sample=True)),
}
STATE_CHOICES = {
    "banned": (_("Banned"), lambda: Q(banned_until__gt=clock.now())),
    "muted": (_("Muted"), lambda: Q(muted_until__gt=clock.now())),
}
# When an action is possible. Actions not listed always are.
APPLICABLE: dict[Kind, Callable[[Player], bool]] = {
    Kind.UNMUTE: is_muted,
    Kind.UNBAN: is_banned,
    Kind.RESET: lambda player: bool(player.email),
}
RIGHTS_FIELDS = ("is_staff", "is_superuser", "groups")


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """The facts about a player that a host needs first."""

    standings: list[tuple[Standing, int]]
    rulings: list[Ruling]
    games: list[Game]
    reports: list[Report]
    appeals: list[Appeal]


@admin.register(Player)
class PlayerAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Players, newest first."""

    list_display = ("username", "who", "state", "date_joined", "seen_at")
    list_filter = (
        choice_filter("who", _("who"), KIND_CHOICES),
        choice_filter("state", _("state"), STATE_CHOICES),
        choice_filter("joined", _("joined"), time_choices("date_joined")),
        choice_filter("seen", _("here"), time_choices("seen_at")),
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
    change_form_outer_after_template = "admin/game/player_summary.html"

    warn = action_button(WARN)
    mute = action_button(MUTE)
    unmute = action_button(UNMUTE)
    ban = action_button(BAN)
    unban = action_button(UNBAN)
    send_reset = action_button(RESET_PASSWORD)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user may appoint moderators.

        Everything else changes by rulings, or by the player.
        """
        return staff_user(request).is_superuser

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[Any, ...]:
        return (*self.fields, "email", *RIGHTS_FIELDS) if staff_user(request).is_superuser else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        return ("name", "who", "date_joined", "seen_at", "state", "is_private", "email")

    def search_filter(self, term: str) -> Q:
        return Q(pk__in=player_ids_by_prefix(term))

    def is_applicable(self, kind: Kind, subject: Player) -> bool:
        return kind not in APPLICABLE or APPLICABLE[kind](subject)

    def build_extra_context(self, subject: Player) -> dict[str, Any]:
        return {"glance": player_summary(subject.pk)}

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
            f"{what} {describe_until(until)}"
            for what, until, lasts in (
                ("banned", player.banned_until, is_banned(player)),
                ("muted", player.muted_until, is_muted(player)),
            )
            if lasts
        ]
        return ", ".join(said) or "-"


def player_summary(pk: int) -> PlayerSummary:
    """Return a player's standings, rulings, games, open reports about them, and appeals."""
    standings = Standing.objects.filter(player=pk).order_by("kind")
    games = Game.objects.filter(Q(seat_a=pk) | Q(seat_b=pk)).select_related("seat_a", "seat_b")
    reports = Report.objects.filter(said__player=pk, ruling=None).select_related("by", "said")
    return PlayerSummary(
        standings=[(standing, level(standing.points).number) for standing in standings],
        rulings=list(Ruling.objects.filter(player=pk).select_related("by").order_by("-at")[:SUMMARY_ROWS]),
        games=list(games.only(*GAME_COLUMNS).order_by("-created_at")[:SUMMARY_ROWS]),
        reports=list(reports.order_by("-at")[:SUMMARY_ROWS]),
        appeals=list(
            Appeal.objects.filter(player=pk).select_related("ruling").order_by("-at")[:SUMMARY_ROWS]
        ),
    )


GAME_COLUMNS = (
    "id",
    "created_at",
    "finished_at",
    "ended",
    "score_a",
    "score_b",
    "seat_a__username",
    "seat_b__username",
)
