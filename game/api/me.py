"""Calls about oneself."""

from typing import Literal

from django.http import HttpRequest, JsonResponse
from msgspec import Struct

from game.api.answers import call, done
from game.models import Player
from game.visitors import player_of


class PauseWanted(Struct, forbid_unknown_fields=True, frozen=True):
    """Whether a bot takes its time before a card."""

    pause: Literal["natural", "none"]


@call(PauseWanted)
def pause(request: HttpRequest, wanted: PauseWanted) -> JsonResponse:
    """Have bots take their time from now on, or not."""
    Player.objects.filter(pk=player_of(request).pk).update(bot_pause=wanted.pause)
    return done()
