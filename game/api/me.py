"""Calls about oneself."""

from dataclasses import replace
from typing import Literal

from django.http import HttpRequest, JsonResponse
from msgspec import Struct
from msgspec.structs import asdict

from game.api.answers import call, done
from game.look import keep, look_of
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


class LookWanted(Struct, forbid_unknown_fields=True, frozen=True):
    """What shall look or sound otherwise; all else stays as it is."""

    theme: Literal["system", "light", "dark"] | None = None
    contrast: Literal["system", "more"] | None = None
    suits: Literal["two", "four"] | None = None
    index: Literal["usual", "large"] | None = None
    sound: Literal["on", "off"] | None = None


@call(LookWanted)
def look(request: HttpRequest, wanted: LookWanted) -> JsonResponse:
    """Keep what was chosen at the table, with the account or in this browser."""
    chosen = {name: value for name, value in asdict(wanted).items() if value is not None}
    answer = done()
    keep(request, answer, replace(look_of(request), **chosen))
    return answer
