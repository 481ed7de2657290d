"""The host's view of players and games; nothing of a live game's cards or secrets is in it."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from game.models import Game, Player, Report, Seek

admin.site.register(Player, UserAdmin)


class ToLookAt(admin.ModelAdmin):  # type: ignore[type-arg]
    """What the host sees and does not change."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ToLookAt):
    """Games, to look at: moves are made at tables alone."""

    list_display = ("id", "seat_a", "seat_b", "created_at", "finished_at", "ended")
    list_select_related = ("seat_a", "seat_b")
    fields = ("id", "seat_a", "seat_b", "created_at", "finished_at", "winner", "value", "ended")


@admin.register(Seek)
class SeekAdmin(ToLookAt):
    """Who seeks whom; the link of a challenge is its owner's to give."""

    list_display = ("player", "to", "target", "counting", "clock", "created_at", "expires_at", "game")
    list_select_related = ("player", "to", "game__seat_a", "game__seat_b")
    list_filter = ("clock", "counting")
    ordering = ("-created_at",)
    fields = ("id", *list_display, "declined")


@admin.register(Report)
class ReportAdmin(ToLookAt):
    """What players ask the host to look at; a report that is dealt with is deleted."""

    list_display = ("at", "by", "who", "line", "why", "game")
    list_select_related = ("by", "said__player")
    ordering = ("-at",)
    fields = list_display

    @admin.display(description="said by", ordering="said__player")
    def who(self, report: Report) -> str:
        return str(report.said.player)

    @admin.display(description="line")
    def line(self, report: Report) -> str:
        return report.said.text or report.said.phrase

    @admin.display(description="at the table")
    def game(self, report: Report) -> str:
        return report.said.game_id

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
