"""Calls about the player's own settings."""

from typing import Literal

from django.http import HttpRequest, JsonResponse
from msgspec import Struct

from game.accounts.guests import get_or_create_player
from game.accounts.preferences import check_choices, save_preferences
from game.models import Player
from game.web.bodies import EmptyBody
from game.web.calls import empty_response, post_call
from game.web.seeks import require_player
from people.moderation import warnings
from people.notices import record


class PauseBody(Struct, forbid_unknown_fields=True, frozen=True):
    """Whether bots pause before a card."""

    pause: Literal["natural", "none"]


@post_call(PauseBody)
def set_bot_pause(request: HttpRequest, body: PauseBody) -> JsonResponse:
    """Switch the pauses of bots on or off."""
    Player.objects.filter(pk=get_or_create_player(request).pk).update(bot_pause=body.pause)
    return empty_response()


@post_call(EmptyBody)
def mark_warning_read(request: HttpRequest, body: EmptyBody, ruling: int) -> JsonResponse:
    """Mark a warning of this player as read."""
    warnings.mark_read(player=require_player(request), ruling=ruling)
    return empty_response()


class ReadBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The notifications that were read, or None for all."""

    notices: list[int] | None = None


@post_call(ReadBody)
def mark_notices_read(request: HttpRequest, body: ReadBody) -> JsonResponse:
    """Mark notifications of this player as read."""
    record.mark_read(require_player(request).pk, body.notices)
    return empty_response()


@post_call(dict[str, str])
def set_preferences(request: HttpRequest, body: dict[str, str]) -> JsonResponse:
    """Store preferences that were chosen at the table. All others are unchanged."""
    check_choices(request, body)
    answer = empty_response()
    save_preferences(request, answer, body)
    return answer
