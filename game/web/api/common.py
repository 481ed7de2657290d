"""Types and helpers that many calls share."""

from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from typing import Annotated, Any

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.formats.json import encode
from common.refusal import Refusal
from common.wings import optional
from game.models import Game, Player
from game.wire.values import one_of as one_of

NDJSON = "application/x-ndjson"
GAMES_AT_ONCE = 100  # games per batch of a streamed answer, to bound memory

Moment = Annotated[int, Meta(description="Milliseconds since 1970.")]
Name = Annotated[str, Meta(min_length=1, max_length=150)]


# The game id that examples use, and the refusals of calls about finished games.
ID = "k3v9a2x7m4qc"
OF_FINISHED = ("no_game", "not_over", "open_board")


class Done(Struct, frozen=True):
    """The call succeeded."""


def to_ms(at: datetime) -> int:
    """Return a moment as milliseconds since 1970."""
    return int(at.timestamp() * 1000)


def from_ms(milliseconds: int) -> datetime:
    """Return the moment that a parameter names."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        raise Refusal("bad_request", gettext("There’s no such moment.")) from None


def viewer_of(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def player_of(request: HttpRequest) -> Player:
    """Return the player whose token makes the call."""
    assert isinstance(request.user, Player)  # the call needs a token
    return request.user


def describe_reviews(games: Iterable[Game]) -> dict[str, Any]:
    """Return the review status of games by game id; empty if the site has no reviews."""
    describe = optional("study.review.api_calls.describe_reviews")
    return describe(games) if describe else {}


def review_type() -> Any:
    """Return the type of a review's status; a status without fields if the site has no reviews."""
    return optional("study.review.api_calls.ReviewStatus") or Done


def lines_response(lines: AsyncIterator[Any]) -> StreamingHttpResponse:
    """Return an NDJSON response that sends lines as they become available."""

    async def encoded() -> AsyncIterator[bytes]:
        async for line in lines:
            yield encode(line) + b"\n"

    return StreamingHttpResponse(encoded(), content_type=NDJSON, headers={"X-Accel-Buffering": "no"})
