"""Calls about recorded games: description, replay and export."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.models import Game
from game.shared_decks.barrier import check_shown, closed_among
from game.web.api.call import Call, Example
from game.web.api.caller import find_caller
from game.web.api.common import (
    GAMES_AT_ONCE,
    ID,
    OF_FINISHED,
    Moment,
    describe_reviews,
    lines_response,
    review_type,
    to_ms,
)
from game.web.api.sections import GAMES
from game.web.replay import replay_response
from game.wire.frames import PlayerAtTable
from game.wire.positions import OpenState
from game.wire.replays import DealMove, Replay, Result, Rules, Step
from game.wire.values import ENDED, BestOf, Clock, Counting, Score, SeatNumber, Target, Value, one_of

MAX_EXPORTED = 300
GameId = Annotated[str, Meta(max_length=16, pattern=r"^[0-9a-z]+\Z")]


if TYPE_CHECKING:
    ReviewOfGame: TypeAlias = Any
else:
    ReviewOfGame = review_type()


class PlayerInSeat(Struct, frozen=True):
    """The player in a seat."""

    name: str
    nickname: str | None
    bot: bool
    guest: bool


class GameInfo(Struct, frozen=True):
    """A game. A live game has no winner, and its `ended` is empty."""

    id: str
    players: tuple[PlayerInSeat, PlayerInSeat]
    scores: tuple[Score, Score]
    start: tuple[int, int]
    target: Target
    counting: Counting
    clock: Clock
    rated: bool
    match: str | None
    best_of: BestOf
    created: Moment
    finished: Moment | None
    winner: SeatNumber | None
    value: Value | None
    ended: Annotated[str, one_of("", *ENDED)]
    voided: bool
    moves: str | msgspec.UnsetType = msgspec.UNSET
    review: ReviewOfGame | msgspec.UnsetType = msgspec.UNSET


class ExportBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The games to export, and whether to include their moves and reviews."""

    games: Annotated[list[GameId], Meta(max_length=MAX_EXPORTED)]
    moves: bool = True
    review: bool = False


def show_game(request: HttpRequest, game: str) -> GameInfo:
    check_shown(game, request.user)
    found = Game.objects.select_related("seat_a", "seat_b").defer("transcript").filter(pk=game).first()
    if found is None:
        raise Refusal("no_game", gettext("There’s no such game."))
    return describe_game(found)


def show_replay(request: HttpRequest, game: str) -> HttpResponseBase:
    return replay_response(request, game)


def export_games(request: HttpRequest, body: ExportBody) -> StreamingHttpResponse:
    if body.review:
        require_no_rated_game(find_caller(request))
    return lines_response(_export(body))


async def _export(body: ExportBody) -> AsyncIterator[GameInfo]:
    """Yield the finished games among the requested ones, in that order, a few at a time."""
    for at in range(0, len(body.games), GAMES_AT_ONCE):
        for line in await sync_to_async(_describe_finished)(body.games[at : at + GAMES_AT_ONCE], body):
            yield line


def _describe_finished(ids: Sequence[str], body: ExportBody) -> list[GameInfo]:
    found = (
        Game.objects.select_related("seat_a", "seat_b").exclude(finished_at=None).in_bulk(closed_among(ids))
    )
    games = [found[pk] for pk in dict.fromkeys(ids) if pk in found]
    reviews = describe_reviews(games) if body.review else {}
    return [
        msgspec.structs.replace(
            describe_game(game),
            moves=game.transcript if body.moves else msgspec.UNSET,
            review=reviews.get(game.pk, msgspec.UNSET),
        )
        for game in games
    ]


def describe_game(game: Game) -> GameInfo:
    """Return the description of a game without its cards."""
    rules = json.loads(game.params)["rules"]
    return GameInfo(
        id=game.pk,
        players=tuple(
            PlayerInSeat(one.username, one.shown_nickname, one.is_any_bot, one.is_guest)
            for one in (game.seat_a, game.seat_b)
        ),  # type: ignore[arg-type]
        scores=(game.score_a, game.score_b),
        start=game.start,
        target=rules["target"],
        counting=rules["counting"],
        clock=game.clock,
        rated=game.rated,
        match=game.match or None,
        best_of=game.best_of,
        created=to_ms(game.created_at),
        finished=to_ms(game.finished_at) if game.finished_at else None,
        winner=game.winner,
        value=game.value,
        ended=game.ended,
        voided=game.voided_at is not None,
    )


GAME = GameInfo(
    ID, (PlayerInSeat("Ann", None, False, False), PlayerInSeat("Bob", None, False, False)), (121, 104),
    (0, 0), 121, "auto", "quick", True, None, 1, 1764150000000, 1764153600000, 0, 1, "played", False,
)  # fmt: skip
BEFORE_THE_DEAL = OpenState(
    target=121, counting="auto", phase="deal", deal=0, dealer=0, scores=(0, 0), cut=(("5H", "KD"),),
    held=(0, 0),
    thrown=(False, False), starter=None, pile=(), count=0, played=(), turn=(), laid=None, open=None,
    winner=None, value=None, ended=None, dealt=((), ()), hands=((), ()), throws=((), ()),
)  # fmt: skip
CALLS = {
    GAMES: (
        Call(
            name="show_game",
            method="GET",
            path="/games/{game}",
            words="Describes a live or finished game: players, settings and scores. No card is included.",
            view=show_game,
            answer=GameInfo,
            refusals=("no_game", "open_board"),
            example=Example(GAME, path={"game": ID}),
        ),
        Call(
            name="show_replay",
            rank=2,
            method="GET",
            path="/games/{game}/replay",
            words="Replays a finished game: every move, its events, and the state after it with all cards.",
            view=show_replay,
            answer=Replay,
            refusals=(*OF_FINISHED, "locked"),
            example=Example(
                Replay(
                    ID,
                    (PlayerAtTable("Ann", False, False, None), PlayerAtTable("Bob", False, False, None)),
                    Rules(121, "auto", "quick", True),
                    Result(0, 1, "played", (121, 104)),
                    [Step(1, None, DealMove(0), [], BEFORE_THE_DEAL)],
                ),
                path={"game": ID},
            ),
        ),
        Call(
            name="export_games",
            rank=5,
            method="POST",
            path="/games/export",
            words="Exports up to 300 finished games by id, as NDJSON. Games that are not finished or not"
            " public are left out.",
            view=export_games,
            body=ExportBody,
            max_bytes=16 * 1024,
            answer=GameInfo,
            has_lines=True,
            refusals=("rated_game",),
            example=Example(
                msgspec.structs.replace(GAME, moves="rules{...} #0 #1 a12 b36 ..."),
                body=ExportBody([ID]),
            ),
        ),
    ),
}
