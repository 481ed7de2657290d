"""The live games on an event's page: up to four tables, watched once for all its viewers in this process.

Every viewer gets the same public frame, also players of the event: it holds no hidden card of any table.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping

from common import clock
from common.database.thread import on_the_database_thread
from common.formats.json import encode
from game.consumers.feed import Feed, FeedConsumer
from game.consumers.watched_tables import WatchedTables
from tournaments.event_pages.shapes import GamesFrame
from tournaments.events.show.live_games import load_live_games
from tournaments.formats.closest import MOST_SHOWN, choose_shown, find_followed, keep_slots

REFRESH_SECONDS = 1.0
CHOICE_MS = 2_000  # between two looks at the scores of all games
END_SHOWN_MS = 8_000  # how long a game stays after its end


class Grid:
    """The tables of one event that this process shows, in their slots."""

    def __init__(self, event_id: str, changed: Callable[[str], None]) -> None:
        self.event_id = event_id
        self.tables = WatchedTables(lambda: changed(event_id))
        self._ended: dict[str, int] = {}
        self._followed: str | None = None
        self._chosen_at = 0

    async def choose(self) -> None:
        """Watch the games to show now. A game that has ended keeps its slot for a few seconds."""
        now, over = clock.milliseconds(), self.tables.over
        self._ended = {game: self._ended.get(game, now) for game in over}
        lingering = [game for game, at in self._ended.items() if now - at < END_SHOWN_MS]
        if now - self._chosen_at < CHOICE_MS and len(lingering) == len(over):
            return
        self._chosen_at = now
        found = await on_the_database_thread(load_live_games)(self.event_id)
        live = [game for game in found if game.game not in self._ended]
        self._followed = find_followed(live, self._followed)
        shown = self.tables.games
        chosen = choose_shown(live, shown, self._followed, MOST_SHOWN - len(lingering))
        await self.tables.watch(keep_slots(shown, chosen + lingering))

    def frame(self) -> bytes:
        """Return the frame of all viewers. A board that other tables still play is never in it."""
        shown = self.tables.shown()
        followed = self._followed if any(game.id == self._followed for game in shown) else None
        return encode(GamesFrame(shown, followed))

    def close(self) -> None:
        """Stop watching."""
        self.tables.close()


class GridViewer(FeedConsumer):
    """A socket at an event's page, which can ask for the live games."""

    last_games = b""

    @property
    def event_id(self) -> str:
        return self.path["event_id"]

    def show_games(self, frame: bytes) -> None:
        """Send the games if they have changed."""
        if frame != self.last_games:
            self.last_games = frame
            self.send(frame)


class GridFeed(Feed[GridViewer]):
    """The viewers of events who have asked for the live games."""

    def __init__(self) -> None:
        super().__init__(REFRESH_SECONDS)
        self._grids: dict[str, Grid] = {}

    def watch(self, viewer: GridViewer) -> None:
        """Subscribe a viewer to the live games of its event."""
        viewer.last_games = b""
        self.viewers.add(viewer)
        self.queue([viewer])

    def handle_event(self, event_id: str) -> None:
        """Queue the viewers of an event whose games have changed."""
        self.queue(self._viewers_of(event_id))

    async def broadcast(self, recipients: Collection[GridViewer]) -> int:
        by_event: Mapping[str, list[GridViewer]] = defaultdict(list)
        for viewer in recipients:
            by_event[viewer.event_id].append(viewer)
        longest = 0
        for event_id, viewers in by_event.items():
            grid = self._grids.setdefault(event_id, Grid(event_id, self.handle_event))
            await grid.choose()
            frame = grid.frame()
            for viewer in viewers:
                viewer.show_games(frame)
            longest = max(longest, len(frame))
            if not self._viewers_of(event_id):  # they left in the meantime
                self._close(event_id, grid)
        return longest

    def leave(self, viewer: GridViewer) -> None:
        if viewer not in self.viewers:
            return
        super().leave(viewer)
        grid = self._grids.get(viewer.event_id)
        if grid is not None and not self._viewers_of(viewer.event_id):
            self._close(viewer.event_id, grid)

    def _viewers_of(self, event_id: str) -> list[GridViewer]:
        return [viewer for viewer in self.viewers if viewer.event_id == event_id]

    def _close(self, event_id: str, grid: Grid) -> None:
        """Stop watching the tables of an event that has no viewer here."""
        grid.close()
        self._grids.pop(event_id, None)


feed = GridFeed()


async def refresh_feed() -> None:
    """Look at the scores of all games again, because any of them may have become close."""
    feed.mark_dirty()
