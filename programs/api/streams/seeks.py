"""A seek that stays open as long as its connection. It ends when a game begins, or is withdrawn."""

from contextlib import suppress
from typing import Any

from django.utils.functional import Promise
from msgspec import Struct

from common.database.thread import on_the_database_thread
from common.formats.json import encode
from common.refusal import Refusal
from game.consumers.table import TableConsumer
from game.lobby import seeks
from game.models import Player
from game.runtime.scheduler import run_in_background
from game.table.table import Table
from game.tokens.scopes import TO_MEET


class Paired(Struct, tag="paired", tag_field="t", frozen=True):
    """An opponent has joined. Play at `/play/{game}`."""

    game: str


class SeekStream(TableConsumer):
    """A player who waits for any opponent."""

    metrics_label = "seeks"
    scopes = TO_MEET
    is_paired = False

    async def join_table(self, table: Table, since: int | None = None) -> None:
        """Report the table of the seek's game and close. The game's own stream has the cards."""
        self.end_paired(table.id)

    def close(
        self, close_code: int, code: str, says: str | Promise, back_in_ms: int | None = None, **more: Any
    ) -> None:
        if code == "elsewhere" and "game" in more:
            self.send(encode(Paired(more["game"])))
            self.is_paired = True
        super().close(close_code, code, says, back_in_ms, **more)

    def end_paired(self, game_id: str) -> None:
        """Report where the game is, and close."""
        self.close(4301, "elsewhere", "", game=game_id)

    def on_disconnect(self) -> None:
        super().on_disconnect()
        if not self.is_paired and self.player is not None:
            run_in_background(on_the_database_thread(_withdraw)(self.game_id, self.player))


def _withdraw(seek_id: str, player: Player) -> None:
    """Withdraw a seek, unless an opponent has accepted it meanwhile."""
    with suppress(Refusal):
        seeks.cancel(seek_id=seek_id, player=player)
