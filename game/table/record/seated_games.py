"""Games with both players, loaded by precompiled queries that select only the named fields."""

from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from common.database.compiled_query import CompiledQuery, Value
from game.engine.state import Seat
from game.models import Game, Player

GAME_FIELDS = [field.attname for field in Game._meta.concrete_fields]
# In the model's order.
PLAYER_FIELDS = [
    "id", "username", "date_joined", "is_guest", "brain", "is_api_bot", "nickname", "is_sample", "look",
]  # fmt: skip


class SeatedGames:
    """A query of games that loads these fields, the id and both seats."""

    def __init__(
        self, select: Callable[..., QuerySet[Game]], fields: Collection[str], *examples: Value
    ) -> None:
        wanted = {"id", "seat_a_id", "seat_b_id", *fields}
        self._fields = [field for field in GAME_FIELDS if field in wanted]
        self._query = CompiledQuery(
            lambda *given: select(*given).values_list(*columns(self._fields)), *examples
        )

    def fetch(self, *values: Value | None) -> Game | None:
        """Return the first game, or None."""
        return next(iter(self.fetch_all(*values)), None)

    def fetch_all(self, *values: Value | None) -> list[Game]:
        """Return all games."""
        return [build_seated_game(self._fields, row) for row in self._query.fetch_all(*values)]


def columns(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that `build_seated_game` needs."""
    return (*fields, *(f"{seat}__{field}" for seat in ("seat_a", "seat_b") for field in PLAYER_FIELDS))


def build_seated_game(fields: Sequence[str], values: Sequence[Any]) -> Game:
    """Build a game from these fields, given in the model's order, and its players."""
    game = Game.from_db(None, fields, values[: len(fields)])
    of_players = iter(values[len(fields) :])
    game.seat_a, game.seat_b = (
        Player.from_db(None, PLAYER_FIELDS, list(islice(of_players, len(PLAYER_FIELDS)))) for _ in Seat
    )
    return game
