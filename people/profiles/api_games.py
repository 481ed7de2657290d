"""Calls about the finished games of a player, and about the sources of a game's points."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import msgspec
from asgiref.sync import sync_to_async
from django.db.models import Q
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.formats.json import Json
from common.refusal import Refusal
from common.wings import optional
from game.accounts.advice_permission import require_no_rated_game
from game.accounts.blocks import load_player_by_name
from game.models import Game, Player
from game.web.api.call import Call, Example
from game.web.api.caller import find_caller
from game.web.api.common import (
    GAMES_AT_ONCE,
    ID,
    OF_FINISHED,
    Moment,
    describe_reviews,
    from_ms,
    lines_response,
    review_type,
    to_ms,
)
from game.web.api.paging import LinesCursor, link_next, make_cursor, parse_cursor, unknown_cursor
from game.web.finished_game import load_finished_game
from game.wire.values import Ended, Value
from people.profiles.game_summary import build_game_summary
from people.profiles.history import HistoryPage, PlayedGame, find_history_page
from people.profiles.visibility import is_open_to


def load_open_player(request: HttpRequest, name: str) -> Player:
    """Return the player of this name. Refuse if the caller may not see their games and figures."""
    player = load_player_by_name(name)
    if not is_open_to(request.user, player):
        raise Refusal("private", gettext("The profile of %(name)s is private.") % {"name": player.shown_name})
    return player


class GamesQuery(Struct, frozen=True):
    """Filters for the games, and what to include."""

    since: Annotated[int | None, Meta(description="Only games that ended at or after this moment.")] = None
    until: Annotated[int | None, Meta(description="Only games that ended before this moment.")] = None
    vs: Annotated[str, Meta(description="Only games against this player.", max_length=150)] = ""
    rated: Annotated[bool | None, Meta(description="Only rated games, or only unrated games.")] = None
    event: Annotated[str, Meta(description="Only games of this event.", max_length=16)] = ""
    moves: Annotated[bool, Meta(description="Include the moves, in the notation of the transcript.")] = False
    review: Annotated[bool, Meta(description="Include the review, if there is one.")] = False
    max: Annotated[int, Meta(description="The largest number of games to return.", ge=1)] = 1_000_000
    cursor: LinesCursor = ""


if TYPE_CHECKING:
    ReviewOfGame: TypeAlias = Any
else:
    ReviewOfGame = review_type()


class GameOfPlayer(Struct, frozen=True):
    """A finished game from the side of one of its players."""

    game: str
    opponent: str
    won: bool | None
    value: Value
    ended: Ended
    points: int
    points_against: int
    ahead: int
    rated: bool
    voided: bool
    change: int | None
    at: Moment
    moves: str | msgspec.UnsetType = msgspec.UNSET
    review: ReviewOfGame | msgspec.UnsetType = msgspec.UNSET


class PointSources(Struct, frozen=True):
    """The sources of one side's points."""

    pegging: int
    hands: int
    cribs: int
    other: int
    best_hand: int


class WinsInARow(Struct, frozen=True):
    """The caller's wins in a row: now, the most, and those that this game ended."""

    now: int
    longest: int
    ended: int


class MetBefore(Struct, frozen=True):
    """The caller's games against this opponent by then."""

    won: int
    lost: int


class MineOfMeaning(Struct, frozen=True):
    """The game among all games of the caller."""

    run: WinsInARow
    met: MetBefore


class Meaning(Struct, frozen=True):
    """The sources of both sides' points. `mine` is set only for a player of the game."""

    by_seat: list[PointSources]
    mine: MineOfMeaning | None


def show_games(request: HttpRequest, name: str, query: GamesQuery) -> StreamingHttpResponse:
    player = load_open_player(request, name)
    if query.review:
        require_no_rated_game(find_caller(request))
    find_page = partial(
        find_history_page,
        player.pk,
        viewer=request.user,
        only=_condition(query),
        size=min(query.max, GAMES_AT_ONCE),
    )
    first = find_page(after=parse_cursor(query.cursor) if query.cursor else None)
    if first is None:
        raise unknown_cursor()
    response = lines_response(_find_games(first, find_page, query))
    if query.max <= GAMES_AT_ONCE and first.next is not None:
        link_next(request, response, make_cursor(first.next))
    return response


async def _find_games(
    page: HistoryPage | None, find_page: Callable[..., HistoryPage | None], query: GamesQuery
) -> AsyncIterator[GameOfPlayer]:
    """Yield the games, page by page through the player's history."""
    left = query.max
    while page is not None:  # it is None if the game that it starts after is no longer public
        for line in await sync_to_async(_describe_games)(page.games[:left], query):
            yield line
        left -= len(page.games)
        if page.next is None or left <= 0:
            return
        page = await sync_to_async(find_page)(after=page.next)


def _condition(query: GamesQuery) -> Q:
    """Return the filter of score sheets that matches a query."""
    only = Q()
    if query.since is not None:
        only &= Q(at__gte=from_ms(query.since))
    if query.until is not None:
        only &= Q(at__lt=from_ms(query.until))
    if query.vs:
        only &= Q(opponent=load_player_by_name(query.vs))
    if query.rated is not None:
        only &= Q(rated=query.rated)
    if query.event:
        only &= _games_of_event(query.event)
    return only


def _games_of_event(event: str) -> Q:
    """Return a filter for the games of an event; it selects nothing if the site has no events."""
    select = optional("tournaments.event_pages.api_calls.games_of_event")
    return select(event) if select else Q(pk__in=[])


def _describe_games(played: Sequence[PlayedGame], query: GamesQuery) -> list[GameOfPlayer]:
    ids = [one.game for one in played]
    rows = Game.objects.filter(pk__in=ids)
    moves = dict(rows.values_list("pk", "transcript")) if query.moves else {}
    reviews = describe_reviews(rows.only("pk")) if query.review else {}
    return [
        GameOfPlayer(
            game=one.game,
            opponent=one.opponent.username,
            won=one.won,
            value=one.value,
            ended=one.ended,
            points=one.points,
            points_against=one.points_against,
            ahead=one.ahead,
            rated=one.rated,
            voided=one.voided,
            change=one.change,
            at=to_ms(one.at),
            moves=moves.get(one.game, msgspec.UNSET),
            review=reviews.get(one.game, msgspec.UNSET),
        )
        for one in played
    ]


def show_meaning(request: HttpRequest, game: str) -> Json:
    return asdict(build_game_summary(load_finished_game(game, request.user), request.user))


SHOW_GAMES = Call(
    name="show_games",
    method="GET",
    path="/players/{name}/games",
    words="Lists a player’s finished games, newest first, as NDJSON. A game is left out while other"
    " tables still play its cards.",
    view=show_games,
    query=GamesQuery,
    answer=GameOfPlayer,
    has_lines=True,
    refusals=("no_player", "private", "rated_game"),
    example=Example(
        GameOfPlayer(
            "k3v9a2x7m4qc", "Bob", True, 1, "played", 121, 104, 0, True, False, 21, 1764153600000,
            "rules{...} #0 #1 a12 b36 ...",
        ),
        path={"name": "Ann"},
        query={"rated": "true", "moves": "true", "max": "20"},
    ),
)  # fmt: skip
SHOW_MEANING = Call(
    name="show_meaning",
    rank=4,
    method="GET",
    path="/games/{game}/meaning",
    words="Shows the sources of both sides’ points. With a token of one of the players, also that"
    " player’s streak and their record against the opponent at that time.",
    view=show_meaning,
    answer=Meaning,
    refusals=OF_FINISHED,
    example=Example(
        Meaning([PointSources(31, 48, 36, 6, 14), PointSources(28, 45, 31, 0, 12)], None),
        path={"game": ID},
    ),
)
