"""The game on the front page: one table, watched once for all visitors of this process."""

from collections.abc import Collection

from common.database.thread import on_the_database_thread
from common.formats.json import encode
from game.consumers.base import BaseConsumer
from game.consumers.feed import Feed
from game.engine.state import Seat
from game.lobby.display import showcase
from game.models import Game
from game.runtime.presence import presence
from game.table.table import Table
from game.table.tables import SEATS, tables
from game.wire.feeds import FeaturedFrame
from rng.seal import SealError

REFRESH_SECONDS = 1.0


class ShowcaseFeed(Feed[BaseConsumer]):
    """The feed of the front page, which watches one live game for all visitors."""

    seat: Seat | None = None  # a spectator

    def __init__(self) -> None:
        super().__init__(REFRESH_SECONDS)
        self._table: Table | None = None
        self._is_end_shown = False

    def send(self, frame: bytes) -> None:
        """Queue a broadcast, because the table has changed."""
        self.mark_dirty()

    async def broadcast(self, recipients: Collection[BaseConsumer]) -> int:
        if self._is_end_shown or not await self._is_still_played():
            await self._choose()
        shown = None
        if self._table is not None:
            shown = showcase.shown_game(self._table)
            self._is_end_shown = self._table.state.is_over
        frame = encode(FeaturedFrame(shown))
        for viewer in recipients:
            viewer.send(frame)
        if not self.viewers:
            self._watch(None)
        return len(frame)

    def leave(self, viewer: BaseConsumer) -> None:
        super().leave(viewer)
        if not self.viewers:
            self._watch(None)

    async def _is_still_played(self) -> bool:
        """Return whether both players are at the watched table. If presence is unknown, assume they are."""
        if self._table is None:
            return False
        seats = showcase.seats_of(self._table.id)
        here = await presence.find_among(SEATS, list(seats))
        return here is None or self._table.state.is_over or set(seats) <= here

    async def _choose(self) -> None:
        """Watch another game whose players are both online, if there is one."""
        games = await on_the_database_thread(showcase.live_games)()
        seats = [seat for game in games for seat in showcase.seats_of(game.pk)]
        here = await presence.find_among(SEATS, seats) or set()
        game = showcase.first_with_both_here(games, here)
        try:
            self._watch(await tables.open(game.pk) if game else None)
        except (Game.DoesNotExist, SealError):
            self._watch(None)

    def _watch(self, table: Table | None) -> None:
        if self._table is not None:
            self._table.hub.leave(self)
        self._table, self._is_end_shown = table, False
        if table is not None:
            table.hub.join(self)


feed = ShowcaseFeed()


async def refresh_feed() -> None:
    """Check whether there is a game to show."""
    feed.mark_dirty()
