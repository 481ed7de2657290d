"""What many calls take and answer."""

from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from typing import Annotated, Any

from django.db.models import Q
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.formats.json import encode
from common.refusal import Refusal
from common.wings import optional
from game.accounts.blocks import load_player_by_name
from game.models import Game, Player
from people.profiles.visibility import is_open_to
from programs.api.call import Call

NDJSON = "application/x-ndjson"
GAMES_AT_ONCE = 100  # of those that are sent as lines: so many are in memory

Moment = Annotated[int, Meta(description="Milliseconds since 1970.")]
Name = Annotated[str, Meta(min_length=1, max_length=150)]


# The game that examples name, and the refusals of calls about finished games.
ID = "k3v9a2x7m4qc"
OF_FINISHED = ("no_game", "not_over", "open_board")


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


def viewer_of(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def optional_calls(name: str) -> tuple[Call, ...]:
    """Return the calls of this dotted name; none where the site leaves out a wing that they need."""
    return optional(name) or ()


def describe_reviews(games: Iterable[Game]) -> dict[str, Any]:
    """Return how far the reviews of games are, by game; nothing where games are not reviewed."""
    describe = optional("programs.api.calls.of_study.reviews.describe_reviews")
    return describe(games) if describe else {}


def games_of_event(event: str) -> Q:
    """Select what refers to a game of an event; nothing where there are no events."""
    select = optional("programs.api.calls.of_tournaments.games.games_of_event")
    return select(event) if select else Q(pk__in=[])


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
