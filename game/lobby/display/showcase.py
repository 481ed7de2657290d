"""The game that the front page shows: a live one, or the last finished one."""

import json
from collections.abc import Collection
from functools import lru_cache

from common.formats.json import Json
from game.engine.view import view
from game.lobby.display.snapshot import MAX_GAMES, between_people
from game.models import Game
from game.table.record.ledger import load_row, seated_player
from game.table.record.seated_games import SeatedGames
from game.table.shuffle.fairness import replay_row
from game.table.table import Table
from game.table.wire import players_json
from game.wire.feeds import ShownGame
from game.wire.frames import PlayerAtTable
from game.wire.views import public_json, view_json
from rng.seal import SealError


def live_games() -> list[Game]:
    """Return the newest live games between people, without their moves."""
    return _live_games.fetch_all()


_live_games = SeatedGames(
    lambda: between_people(Game.objects.unfinished()).order_by("-created_at")[:MAX_GAMES],
    ("params", "score_a", "score_b"),
)


def seats_of(game_id: str) -> tuple[str, str]:
    """Return both seats of a game by their presence names."""
    return f"{game_id}:0", f"{game_id}:1"


def first_with_both_here(games: Collection[Game], seats_here: Collection[str]) -> Game | None:
    """Return the first of these games whose players are both online."""
    return next((game for game in games if set(seats_of(game.pk)) <= set(seats_here)), None)


def shown_game(table: Table) -> ShownGame:
    """Return a live game as spectators see it. The public view holds no hidden card."""
    players = players_json(table.broadcaster.players)
    return ShownGame(table.id, players, public_json(view(table.state, None)))


def scores_json(game: Game) -> Json:
    """Return a live game from its row, until its table is shown."""
    target = json.loads(game.params)["rules"]["target"]
    scores = (game.score_a, game.score_b)
    return {"id": game.pk, "players": _players_json(game), "view": {"target": target, "scores": scores}}


@lru_cache(maxsize=8)
def still_json(game_id: str) -> Json | None:
    """Return the end of a finished game, which never changes. Return None if its cards can't be shown.

    Return None also if the game is gone: cached figures can name games from before a restore.
    """
    try:
        row = load_row(game_id)
    except (SealError, Game.DoesNotExist):
        return None
    end = replay_row(row)[-1].state
    return {"id": game_id, "players": players_json(row.players), "view": view_json(view(end, None))}


def _players_json(game: Game) -> tuple[PlayerAtTable, PlayerAtTable]:
    return players_json((seated_player(game.seat_a), seated_player(game.seat_b)))
