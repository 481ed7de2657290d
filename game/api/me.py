"""Calls about oneself."""

from dataclasses import replace
from typing import Literal

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext
from msgspec import Struct

from common.refusal import Refusal
from game.accounts.preferences import ASKS, keep, look_of
from game.api.calls import call, done
from game.lobby.guests import player_of
from game.models import Player


class PauseWanted(Struct, forbid_unknown_fields=True, frozen=True):
    """Whether a bot takes its time before a card."""

    pause: Literal["natural", "none"]


@call(PauseWanted)
def pause(request: HttpRequest, wanted: PauseWanted) -> JsonResponse:
    """Have bots take their time from now on, or not."""
    Player.objects.filter(pk=player_of(request).pk).update(bot_pause=wanted.pause)
    return done()


@call(dict[str, str])
def look(request: HttpRequest, wanted: dict[str, str]) -> JsonResponse:
    """Keep what was chosen at the table, with the account or in this browser; all else stays as it is."""
    for name, value in wanted.items():
        if name not in ASKS or value not in ASKS[name][1]:
            raise Refusal("bad_request", gettext("There is nothing here that can look or sound so."))
    answer = done()
    keep(request, answer, replace(look_of(request), **wanted))
    return answer
