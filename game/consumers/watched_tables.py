"""Several live tables that a page watches at once, as a spectator of each."""

from collections.abc import Callable, Sequence

from game.engine.state import Seat
from game.lobby.display import showcase
from game.models import Game
from game.table.table import Table
from game.table.tables import tables
from game.wire.feeds import ShownGame
from rng.seal import SealError


class WatchedTables:
    """Live tables in their order. `changed` is called after each change of one of them."""

    seat: Seat | None = None  # a spectator of every table

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._tables: dict[str, Table] = {}

    def send(self, frame: bytes) -> None:
        """Note that a table has changed. The frame for its watchers is not used."""
        self._changed()

    @property
    def games(self) -> list[str]:
        return list(self._tables)

    @property
    def over(self) -> list[str]:
        """Return the watched games that have ended."""
        return [game for game, table in self._tables.items() if table.state.is_over]

    def shown(self) -> list[ShownGame]:
        """Return the tables as spectators see them, without boards that other tables still play."""
        return [showcase.shown_game(table) for table in self._tables.values() if not table.is_open_board]

    async def watch(self, games: Sequence[str]) -> None:
        """Watch these games from now on. Games whose cards cannot be opened are left out."""
        before, now = self._tables, dict[str, Table]()
        for game in games:
            try:
                now[game] = before.get(game) or await tables.open(game)
            except (Game.DoesNotExist, SealError):
                continue
        self.close()
        self._tables = now
        for table in now.values():
            table.hub.join(self)

    def close(self) -> None:
        """Stop watching."""
        for table in self._tables.values():
            table.hub.leave(self)
        self._tables = {}
