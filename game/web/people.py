"""API calls about other players."""

from typing import Annotated

from django.http import HttpRequest, JsonResponse
from msgspec import Meta, Struct

from game.accounts import blocks
from game.accounts.guests import get_or_create_player
from game.lobby import reports
from game.models import Player
from game.web.calls import empty_response, post_call
from game.web.game_request import Name, Text


class PlayerBody(Struct, forbid_unknown_fields=True, frozen=True):
    """A player by name."""

    name: Name


class ReportBody(Struct, forbid_unknown_fields=True, frozen=True):
    """A line of chat, and what is wrong with it."""

    said: Annotated[int, Meta(ge=1, le=2**53)]
    why: Annotated[Text, Meta(max_length=200)] = ""


@post_call(PlayerBody)
def block(request: HttpRequest, body: PlayerBody) -> JsonResponse:
    """Block a player, so that the two are not paired and don't read each other."""
    other = blocks.load_player_by_name(body.name)
    blocks.block(player=get_or_create_player(request), other=other)
    return empty_response()


@post_call(PlayerBody)
def unblock(request: HttpRequest, body: PlayerBody) -> JsonResponse:
    """Remove a block."""
    other = blocks.load_player_by_name(body.name)
    blocks.unblock(player=get_or_create_player(request), other=other)
    return empty_response()


@post_call(ReportBody)
def report(request: HttpRequest, body: ReportBody) -> JsonResponse:
    """Report a line of chat to the host."""
    me = request.user if isinstance(request.user, Player) else None
    line = reports.load_reportable_line(body.said, me)
    reports.file_report(player=get_or_create_player(request), line=line, why=body.why)
    return empty_response()
