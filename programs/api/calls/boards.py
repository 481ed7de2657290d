"""Calls about live tables: the caller's current games, and the boards of several games at once."""

from collections.abc import Sequence
from typing import Annotated

from django.http import HttpRequest
from msgspec import Meta, Struct
from msgspec.structs import asdict

from common.http.client_ip import check_rate_limit
from game.accounts.rate_limits import BOARDS
from game.engine.view import view
from game.models import Game
from game.shared_decks.barrier import closed_among
from game.table.tables import tables
from game.tokens.scopes import AT_A_TABLE
from game.web.api.call import Call, Example
from game.web.api.common import ID, player_of
from game.web.api.paging import PageQuery, cut_page
from game.wire.positions import PublicView
from game.wire.views import public_json
from programs.api.calls.games import GAME, GameId, GameInfo, describe_game
from programs.api.calls.live import STREAMS
from programs.api.calls.play import on_the_loop
from programs.api.streams.events import OwnGame, load_live_games
from rng.seal import SealError

MAX_CURRENT = 200
MAX_BOARDS = 20


class CurrentGame(OwnGame, frozen=True):
    """A live game of the caller. `event` is the event that it belongs to."""

    event: str | None


class CurrentGames(Struct, frozen=True):
    """The caller's live games, oldest first."""

    games: list[CurrentGame]
    next: str | None


class BoardsBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The games whose boards to return."""

    games: Annotated[list[GameId], Meta(max_length=MAX_BOARDS)]


class Board(Struct, frozen=True):
    """A game, and its table as spectators see it, in the fields of `view` (docs/reference/protocol.md).

    `view` is null if the game is over; its replay has all cards.
    """

    game: GameInfo
    view: PublicView | None


class Boards(Struct, frozen=True):
    """The games that exist and may be shown, in the order of the request."""

    boards: list[Board]


def list_current_games(request: HttpRequest, query: PageQuery) -> CurrentGames:
    player = player_of(request)
    found = load_live_games({player.pk}).get(player.pk, [])
    shown, following = cut_page(found, query, MAX_CURRENT, lambda one: one.start.game)
    return CurrentGames([CurrentGame(**asdict(one.start), event=one.event) for one in shown], following)


def show_boards(request: HttpRequest, body: BoardsBody) -> Boards:
    check_rate_limit(request, BOARDS)
    ids = closed_among(dict.fromkeys(body.games))
    found = Game.objects.select_related("seat_a", "seat_b").defer("transcript").in_bulk(ids)
    games = [found[game_id] for game_id in ids if game_id in found]
    views = on_the_loop(_load_views([game.pk for game in games if game.finished_at is None]))
    return Boards([Board(describe_game(game), views.get(game.pk)) for game in games])


async def _load_views(games: Sequence[str]) -> dict[str, PublicView]:
    """Return live tables as spectators see them, without those that are hidden or cannot be opened."""
    found = {}
    for game in games:
        try:
            table = await tables.open(game)
        except (Game.DoesNotExist, SealError):
            continue
        await table.refresh()
        if not table.is_open_board:
            found[game] = public_json(view(table.state, None))
    return found


CALLS = {
    STREAMS: (
        Call(
            name="list_current_games",
            rank=1,
            method="GET",
            path="/me/games",
            words="Lists your live games, oldest first, and whether it is your turn.",
            view=list_current_games,
            scopes=AT_A_TABLE,
            query=PageQuery,
            answer=CurrentGames,
            example=Example(
                CurrentGames([CurrentGame(ID, 0, "Bob", False, True, "quick", True, None)], None)
            ),
        ),
        Call(
            name="show_boards",
            rank=1,
            method="POST",
            path="/boards",
            words="Returns the boards of up to twenty games by id, as spectators see them now. Games whose"
            " cards other tables still play are left out.",
            view=show_boards,
            body=BoardsBody,
            answer=Boards,
            example=Example(
                Boards([Board(GAME, None)]),
                body=BoardsBody([ID]),
            ),
        ),
    ),
}
