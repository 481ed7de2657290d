"""The live tables of this process, and the jobs that serve all of them."""

import logging
from collections.abc import Awaitable, Iterable
from typing import Any
from weakref import WeakValueDictionary

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.state import Seat
from game.models import Game
from game.runtime import metrics
from game.runtime.presence import presence
from game.runtime.pubsub import pubsub
from game.runtime.scheduler import run_in_background
from game.table.forced_endings import load_live_row_async
from game.table.record import locked_games
from game.table.record.heartbeat import beat
from game.table.record.ledger import Ledger
from game.table.table import Table
from rng.seal import KeyMissing, SealBroken

log = logging.getLogger(__name__)

SEATS = "seats"
IS_OVERDUE = "SELECT 1 FROM game_game WHERE finished_at IS NULL AND deadline < %(now_ms)s"


class Tables:
    """The live tables by game id. Sockets hold the references; a table without references is freed."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._faulty: set[str] = set()

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, game_id: str) -> Table | None:
        """Return the table of a game if it is live in this process."""
        return self._tables.get(game_id)

    async def open(self, game_id: str) -> Table:
        """Return the table of a game. Raise Game.DoesNotExist if there is none."""
        if (table := self._tables.get(game_id)) is None:
            pubsub.add_game(game_id)  # before the row is loaded, so that no later move is missed
            row = await load_live_row_async(game_id)
            table = self._tables.setdefault(game_id, Table(row, self.ledger))
            pubsub.add_game(game_id)  # in case `catch_up_all` has ended it meanwhile
        return table

    # Messages from other processes.

    def handle_moves(self, payload: tuple[Any, ...]) -> None:
        """Take in moves of a game: its id, their ply, tokens and deadline, and True if they are unsigned."""
        game_id, ply, tokens, deadline, *unsigned = payload
        if (table := self.get(game_id)) is not None:
            run_in_background(table.apply_remote_moves(ply, tokens, deadline, any(unsigned)))

    def handle_row(self, game_id: str) -> None:
        if (table := self.get(game_id)) is not None:
            run_in_background(table.refresh())

    def handle_here(self, payload: tuple[str, int]) -> None:
        game_id, seat = payload
        if (table := self.get(game_id)) is not None:
            table.update_presence(Seat(seat), True)

    # Periodic jobs.

    async def call_own_flags(self) -> None:
        """Call due flags at the tables of this process, even while no process does the site-wide jobs."""
        now = clock.milliseconds()
        due = [game_id for game_id, table in self._tables.items() if table.deadline and table.deadline < now]
        await self._call_flags(due)

    async def call_overdue_flags(self) -> None:
        """Call due flags in all games.

        Several processes may run this, because the database row is authoritative.
        """
        await self._call_flags(await on_the_database_thread(load_overdue_games)())
        pubsub.keep_games(list(self._tables))

    async def _call_flags(self, game_ids: Iterable[str]) -> None:
        for game_id in game_ids:
            await self._run_isolated(game_id, self._call_flag(game_id))

    async def _call_flag(self, game_id: str) -> None:
        table = await self.open(game_id)
        await table.call_time()

    async def catch_up_all(self) -> None:
        """Refresh tables whose rows have moved on: a message was lost, or nothing is published here.

        Messages about games without a table here are no longer received.
        """
        live = dict(self._tables)
        pubsub.keep_games(live)
        if not live:
            return
        rows = await on_the_database_thread(load_positions)(list(live))
        for game_id, table in live.items():
            if game_id in rows:
                await self._run_isolated(game_id, self._catch_up(table, rows[game_id]))

    async def _catch_up(self, table: Table, row: tuple[int, int | None]) -> None:
        if not table.commitments.fairness.is_complete or row != (table.ply, table.deadline):
            metrics.GAPS_FILLED.inc(row != (table.ply, table.deadline))
            await table.refresh()
        if table.has_move_due:
            await table.resume()

    async def _run_isolated(self, game_id: str, work: Awaitable[None]) -> None:
        """Run the work of one table. Log its first failure, and let other tables go on."""
        try:
            await work
            self._faulty.discard(game_id)
        except (SealBroken, KeyMissing):
            pass  # the game is void or waits for its key, and both are logged elsewhere
        except Exception:
            if game_id not in self._faulty:
                log.exception("game %s: the game can't go on; retrying", game_id)
            self._faulty.add(game_id)

    async def update_presence(self) -> None:
        """Look up which players of the live tables are online."""
        live = {f"{table.id}:{seat}": (table, seat) for table in self._tables.values() for seat in Seat}
        here = await presence.find_among(SEATS, list(live))
        for lease, (table, seat) in live.items():
            table.update_presence(seat, None if here is None else lease in here)


def load_overdue_games() -> list[str]:
    """Return the live games whose deadline has passed. A heartbeat runs first, before any flag can fall."""
    beat()
    due = locked_games.without_locked(Game.objects.unfinished().filter(deadline__lt=clock.milliseconds()))
    return list(due.order_by("deadline").values_list("pk", flat=True)[:100])


def load_positions(game_ids: list[str]) -> dict[str, tuple[int, int | None]]:
    """Return the ply and the deadline of each game from its row."""
    found: dict[str, tuple[int, int | None]] = {}
    for at in range(0, len(game_ids), 500):
        rows = Game.objects.filter(pk__in=game_ids[at : at + 500])
        found |= {pk: (ply, deadline) for pk, ply, deadline in rows.values_list("pk", "ply", "deadline")}
    return found


tables = Tables()
