"""The host's view of players and games; nothing of a live game's cards or secrets is in it."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from game.models import Game, Player

admin.site.register(Player, UserAdmin)


@admin.register(Game)
class GameAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Games, to look at: moves are made at tables alone."""

    list_display = ("id", "seat_a", "seat_b", "created_at", "finished_at", "ended")
    list_select_related = ("seat_a", "seat_b")
    fields = ("id", "seat_a", "seat_b", "created_at", "finished_at", "winner", "value", "ended")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
