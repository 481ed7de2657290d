"""What many calls take and answer."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Any

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.formats.json import encode
from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.models import Player
from people.profiles.visibility import is_open_to

NDJSON = "application/x-ndjson"
GAMES_AT_ONCE = 100  # of those that are sent as lines: so many are in memory

Moment = Annotated[int, Meta(description="Milliseconds since 1970.")]
Name = Annotated[str, Meta(min_length=1, max_length=150)]


class Done(Struct, frozen=True):
    """It is done."""


def to_ms(at: datetime) -> int:
    """A moment in milliseconds."""
    return int(at.timestamp() * 1000)


def from_ms(milliseconds: int) -> datetime:
    """The moment that a parameter names."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        raise Refusal("bad_request", gettext("There’s no such moment.")) from None


def load_open_player(request: HttpRequest, name: str) -> Player:
    """The player of this name, whose games and figures the caller may see."""
    player = load_player_by_name(name)
    if not is_open_to(request.user, player):
        raise Refusal("private", gettext("The profile of %(name)s is private.") % {"name": player.shown_name})
    return player


def lines_response(lines: AsyncIterator[Any]) -> StreamingHttpResponse:
    """An answer of one line of JSON each, sent as they are found."""

    async def encoded() -> AsyncIterator[bytes]:
        async for line in lines:
            yield encode(line) + b"\n"

    return StreamingHttpResponse(encoded(), content_type=NDJSON, headers={"X-Accel-Buffering": "no"})
