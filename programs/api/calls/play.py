"""Calls of a seat: its stream and its actions. They run the same code as the table's socket."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import UNSET, Meta, Struct, UnsetType

from common.http.client_ip import check_rate_limit
from common.http.live_response import LiveResponse
from common.http.rate_limit import RateLimited
from common.refusal import Refusal
from game.accounts.rate_limits import CHAT_LINES
from game.consumers import table as at_table
from game.consumers.table import TableConsumer
from game.engine.moves import Resign
from game.engine.state import Ended, Seat
from game.models import Game, Player, Seek
from game.runtime.scheduler import scheduler
from game.table import chat
from game.table.forced_endings import VOIDED_MESSAGE
from game.table.record.locked_games import LOCKED
from game.table.record.steps import Ack, Answer, Refused
from game.table.table import Table
from game.table.tables import tables
from game.tokens.scopes import AT_A_TABLE
from game.web.api.call import Call, Example, Section
from game.web.api.common import ID, player_of
from game.wire.frames import ClocksFrame, TableStream
from game.wire.messages import ClaimWin, Commit, Hex32, Hex64, MoveMessage, Ply, Reveal
from game.wire.moves import MovePayload, PlayPayload
from game.wire.values import PHRASES, Phrase, SeatNumber, suggest
from programs.api.streams.lines import live
from rng.seal import KeyMissing, SealBroken

T = TypeVar("T")
PATIENCE = 20.0  # seconds that a caller waits for a table


class PlayQuery(Struct, frozen=True):
    """Where the history begins."""

    since: Annotated[
        int, Meta(ge=-1, description="The last ply that you know. The history begins after it.")
    ] = -1
    receipts: Annotated[
        int,
        Meta(ge=0, le=1000, description="How many of your seat’s receipts you hold. The others come first."),
    ] = 0


class MoveBody(Struct, forbid_unknown_fields=True, frozen=True):
    """A move, and the ply that it answers: the number of moves that you know."""

    ply: Ply
    move: MovePayload
    sig: Hex64 | None = None


class CommitBody(Struct, forbid_unknown_fields=True, frozen=True):
    """A seat's commitment to its secret, and its signing key if it has one (docs/explanation/fairness.md)."""

    c: Hex32
    key: Hex32 | None = None
    sig: Hex64 | None = None


class RevealBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The secret that the seat committed to."""

    secret: Hex32


class SayBody(Struct, forbid_unknown_fields=True, frozen=True):
    """A gesture by its key, or a text."""

    phrase: Annotated[str, Meta(max_length=16), suggest("", *PHRASES)] = ""
    text: Annotated[str, Meta(max_length=200)] = ""


class Acknowledged(Struct, frozen=True):
    """The action is stored. `ply` is the current ply of the table."""

    ply: int


class Said(Struct, frozen=True):
    """The chat line as other players see it."""

    id: int
    by: SeatNumber | None
    name: str
    nickname: str | None
    phrase: Phrase | None
    text: str | None
    program: Annotated[bool | UnsetType, Meta(description="Whether a player's bot wrote it.")] = UNSET


def stream_game(request: HttpRequest, game: str, query: PlayQuery) -> LiveResponse:
    player = player_of(request)
    if not Game.objects.filter(pk=game).exists():
        if not Seek.objects.filter(pk=game, player=player, game=None).exists():
            raise _no_game()
    else:
        _check_seat(game, player)
    first = [
        {"t": "hello", "since": query.since, "history": True},
        {"t": "receipts", "since": query.receipts},
    ]
    return live(request, TableConsumer, {"game_id": game}, first)


def make_move(request: HttpRequest, game: str, body: MoveBody) -> Acknowledged:
    return _act(request, game, MoveMessage(body.ply, body.move, body.sig))


def commit(request: HttpRequest, game: str, body: CommitBody) -> Acknowledged:
    if (body.key is None) != (body.sig is None):
        raise Refusal("bad_request", gettext("Send a key and its signature together."))
    return _act(request, game, Commit(body.c, body.key, body.sig))


def reveal(request: HttpRequest, game: str, body: RevealBody) -> Acknowledged:
    return _act(request, game, Reveal(body.secret))


def resign(request: HttpRequest, game: str) -> Acknowledged:
    return _act(request, game, None)


def claim_win(request: HttpRequest, game: str) -> Acknowledged:
    return _act(request, game, ClaimWin())


def say(request: HttpRequest, game: str, body: SayBody) -> dict[str, Any]:
    player = player_of(request)
    seat = _check_seat(game, player)
    try:
        check_rate_limit(request, CHAT_LINES)
        return on_the_loop(at_table.say(game, seat, player, body.phrase, body.text))
    except RateLimited:
        raise
    except chat.ChatRefused as fault:
        raise Refusal("hush", str(fault)) from None


def _act(
    request: HttpRequest, game: str, message: MoveMessage | Commit | Reveal | ClaimWin | None
) -> Acknowledged:
    """Run a seat's action at its table. None means resigning, whatever the current ply."""
    answer = on_the_loop(_act_at_table(game, player_of(request), message))
    if isinstance(answer, Refused):
        raise Refusal(answer.code, answer.says)
    return Acknowledged(answer.ply)


async def _act_at_table(
    game: str, player: Player, message: MoveMessage | Commit | Reveal | ClaimWin | None
) -> Answer:
    try:
        table = await tables.open(game)
    except Game.DoesNotExist:
        raise _no_game() from None
    except KeyMissing:
        return Refused(-1, "locked", str(LOCKED))
    except SealBroken:
        return Refused(-1, "unshown", str(VOIDED_MESSAGE))
    seat = table.seats.get(player.pk)
    if seat is None:
        raise _not_yours()
    answer = await _act_as(table, seat, message)
    if isinstance(answer, Refused):  # another process may have a newer state
        await table.refresh()
        answer = await _act_as(table, seat, message)
    await table.resume()
    return answer


async def _act_as(
    table: Table, seat: Seat, message: MoveMessage | Commit | Reveal | ClaimWin | None
) -> Answer:
    return await (_resign(table, seat) if message is None else at_table.act(table, seat, message))


async def _resign(table: Table, seat: Seat) -> Answer:
    """Resign a game at whatever ply it has reached. Resigning twice has no further effect."""
    while not (table.state.ended is Ended.RESIGNED and table.state.winner is seat.other):
        ply = table.ply
        answer = await table.act(seat, ply, Resign())
        if not (isinstance(answer, Refused) and answer.code == "stale" and table.ply > ply):
            return answer
    return Ack(table.ply)


def on_the_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on this process's event loop, where all table actions run, and return its result."""
    if scheduler.loop is None or not scheduler.loop.is_running():
        return asyncio.run(work)
    return asyncio.run_coroutine_threadsafe(work, scheduler.loop).result(PATIENCE)


def _check_seat(game_id: str, player: Player) -> Seat:
    """Return the player's seat, or raise a refusal."""
    game = Game.objects.filter(pk=game_id).only("seat_a", "seat_b").first()
    if game is None:
        raise _no_game()
    seat = game.seat_of(player)
    if seat is None:
        raise _not_yours()
    return seat


def _no_game() -> Refusal:
    return Refusal("no_game", gettext("There’s no such game."))


def _not_yours() -> Refusal:
    return Refusal("not_yours", gettext("You don’t sit at this table."))


AT_THE_TABLE = ("no_game", "not_yours", "locked", "unshown", "late", "try_again")
PLAY = Section("play", "Playing", "A seat at a table: its view of the game and its actions.")
CALLS = {
    PLAY: (
        Call(
            name="stream_game",
            method="GET",
            path="/play/{game}",
            words="Streams your game as your seat sees it: the whole table first, with the moves after"
            " `since`, then every frame of its protocol (docs/reference/protocol.md). It sends `waiting`"
            " until an opponent comes.",
            view=stream_game,
            scopes=AT_A_TABLE,
            query=PlayQuery,
            answer=TableStream,
            has_lines=True,
            is_endless=True,
            refusals=("no_game", "not_yours"),
            example=Example(ClocksFrame(None), path={"game": ID}, query={"since": "-1"}),
        ),
        Call(
            name="commit",
            method="POST",
            path="/play/{game}/commit",
            words="Commits your seat to its secret, when `fair` says `must: commit`. The call is idempotent.",
            view=commit,
            scopes=AT_A_TABLE,
            body=CommitBody,
            answer=Acknowledged,
            refusals=(*AT_THE_TABLE, "committed", "signature"),
            example=Example(
                Acknowledged(0),
                path={"game": ID},
                body=CommitBody("5f0c6f3b0e1d4a7b8c9d2e3f405162738495a6b7c8d9eafb0c1d2e3f40516273"),
            ),
        ),
        Call(
            name="reveal",
            method="POST",
            path="/play/{game}/reveal",
            words="Shows the secret, when `fair` says `must: reveal`. The call is idempotent.",
            view=reveal,
            scopes=AT_A_TABLE,
            body=RevealBody,
            answer=Acknowledged,
            refusals=(*AT_THE_TABLE, "too_early", "other_secret"),
            example=Example(
                Acknowledged(2),
                path={"game": ID},
                body=RevealBody("07a1c5d9e3f7a1b5c9d3e7f1a5b9c3d7e1f5a9b3c7d1e5f9a3b7c1d5e9f3a7b1"),
            ),
        ),
        Call(
            name="make_move",
            method="POST",
            path="/play/{game}/move",
            words="Makes a move at the ply you know: `throw` with two `cards`, `play` with a `card`, `go`,"
            " and in games counted by hand `claim` and `call` with `points`, and `pass`. The call is"
            " idempotent, so repeat it if you get no answer.",
            view=make_move,
            scopes=AT_A_TABLE,
            body=MoveBody,
            answer=Acknowledged,
            refusals=(*AT_THE_TABLE, "not_begun", "illegal", "stale", "no_such_ply", "signature"),
            example=Example(
                Acknowledged(18), path={"game": ID}, body=MoveBody(17, PlayPayload("5H"))
            ),
        ),
        Call(
            name="say",
            method="POST",
            path="/play/{game}/say",
            words="Sends a chat line to the opponent: a gesture by its key, or a text.",
            view=say,
            scopes=AT_A_TABLE,
            creates=True,
            body=SayBody,
            answer=Said,
            refusals=("no_game", "not_yours", "hush"),
            example=Example(
                Said(17, 0, "Ann", None, "knock", None), path={"game": ID}, body=SayBody(phrase="knock")
            ),
        ),
        Call(
            name="resign",
            method="POST",
            path="/play/{game}/resign",
            words="Resigns the game, whatever the current ply.",
            view=resign,
            scopes=AT_A_TABLE,
            answer=Acknowledged,
            refusals=(*AT_THE_TABLE, "not_begun", "illegal", "stale"),
            example=Example(Acknowledged(41), path={"game": ID}),
        ),
        Call(
            name="claim_win",
            method="POST",
            path="/play/{game}/claim_win",
            words="Claims a win if it is the opponent’s turn and they have been away for a minute.",
            view=claim_win,
            scopes=AT_A_TABLE,
            answer=Acknowledged,
            refusals=(*AT_THE_TABLE, "not_away", "stale"),
            example=Example(Acknowledged(42), path={"game": ID}),
        ),
    ),
}  # fmt: skip
