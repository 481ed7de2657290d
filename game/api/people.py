"""Calls about other people."""

from typing import Annotated

from django.http import HttpRequest, JsonResponse
from msgspec import Meta, Struct

from game.api.calls import call, done
from game.api.game_request import Name, Text
from game.lobby import blocks, reports
from game.lobby.guests import player_of
from game.models import Player


class Somebody(Struct, forbid_unknown_fields=True, frozen=True):
    """A player by name."""

    name: Name


class Reported(Struct, forbid_unknown_fields=True, frozen=True):
    """A line of chat, and what is wrong with it."""

    said: Annotated[int, Meta(ge=1, le=2**53)]
    why: Annotated[Text, Meta(max_length=200)] = ""


@call(Somebody)
def block(request: HttpRequest, somebody: Somebody) -> JsonResponse:
    """Neither meet nor read somebody from now on."""
    other = blocks.player_called(somebody.name)
    blocks.block(player=player_of(request), other=other)
    return done()


@call(Somebody)
def unblock(request: HttpRequest, somebody: Somebody) -> JsonResponse:
    """Meet and read somebody again."""
    other = blocks.player_called(somebody.name)
    blocks.unblock(player=player_of(request), other=other)
    return done()


@call(Reported)
def report(request: HttpRequest, reported: Reported) -> JsonResponse:
    """Have the host look at a line of chat."""
    me = request.user if isinstance(request.user, Player) else None
    line = reports.line_heard(reported.said, me)
    reports.report(player=player_of(request), line=line, why=reported.why)
    return done()
