"""What a board is told of its game."""

from functools import lru_cache

from common.formats.json import Json
from game.models import Game
from game.table.record.ledger import load_row
from game.web.replay_wire import replay_json
from rng.seal import KeyMissing, SealBroken

GAMES_KEPT = 32


def load_replay(game: Game) -> Json | None:
    """All moves of a game with where every card lay; None where its secrets do not open."""
    try:
        return _load_replay(game.pk, (game.seat_a.shown_name, game.seat_b.shown_name))
    except (KeyMissing, SealBroken):
        return None


@lru_cache(GAMES_KEPT)
def _load_replay(game_id: str, names: tuple[str, str]) -> Json:
    """A finished game changes in nothing but its players' names."""
    return replay_json(load_row(game_id))
