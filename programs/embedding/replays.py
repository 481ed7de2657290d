"""The replay data of an embedded board."""

from functools import lru_cache

from msgspec import to_builtins

from common.formats.json import Json
from game.models import Game
from game.table.record.ledger import load_row
from game.web.replay_wire import replay_json
from rng.seal import KeyMissing, SealBroken

GAMES_KEPT = 32


def load_replay(game: Game) -> Json | None:
    """Return all moves of a game with every card's place, or None if its secrets cannot be unsealed."""
    try:
        return _load_replay(game.pk, (game.seat_a.shown_name, game.seat_b.shown_name))
    except (KeyMissing, SealBroken):
        return None


@lru_cache(GAMES_KEPT)
def _load_replay(game_id: str, names: tuple[str, str]) -> Json:
    """Return the replay. It is cached: only the players' names can change in a finished game."""
    replay: Json = to_builtins(replay_json(load_row(game_id)))
    return replay
