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
    """Have bots pause from now on, or not."""
    Player.objects.filter(pk=get_or_create_player(request).pk).update(bot_pause=body.pause)
    return empty_response()


@post_call(EmptyBody)
def mark_warning_read(request: HttpRequest, body: EmptyBody, ruling: int) -> JsonResponse:
    """Mark a warning as read; one of another player stays as it is."""
    warnings.mark_read(player=require_player(request), ruling=ruling)
    return empty_response()


class ReadBody(Struct, forbid_unknown_fields=True, frozen=True):
    """Which notices were read: all, where none is named."""

    notices: list[int] | None = None


@post_call(ReadBody)
def mark_notices_read(request: HttpRequest, body: ReadBody) -> JsonResponse:
    """Mark notices as read; those of another player stay as they are."""
    record.mark_read(require_player(request).pk, body.notices)
    return empty_response()


@post_call(dict[str, str])
def set_preferences(request: HttpRequest, body: dict[str, str]) -> JsonResponse:
    """Save preferences that were chosen at the table; all others stay as they are."""
    check_choices(body)
    answer = empty_response()
    save_preferences(request, answer, body)
    return answer
