"""The games that can be watched, as they begin, go on and end."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from common.database.thread import on_the_database_thread
from common.formats.json import Json, encode
from game.consumers.base import Send
from game.consumers.feed import Feed, FeedConsumer, Hello
from game.lobby.display.snapshot import load_watchable_games

REFRESH_SECONDS = 2.0


class LiveGame(Struct, tag="game", tag_field="t", frozen=True):
    """A game that can be watched, as it stands: when it is first seen, and when its score has changed."""

    id: str
    players: tuple[str, str]
    nicknames: tuple[str | None, str | None]
    scores: tuple[int, int]
    target: int
    clock: str
    rated: bool
    best_of: int


class GameGone(Struct, tag="gone", tag_field="t", frozen=True):
    """A game that is over, or no more among the newest."""

    id: str


class LiveGamesStream(FeedConsumer):
    """One who looks at all games that can be watched."""

    metrics_label = "live_games"
    takes_tokens = False

    def __init__(self, path: dict[str, str], send: Send) -> None:
        super().__init__(path, send)
        self.shown: Mapping[str, LiveGame] = {}

    async def on_connect(self) -> None:
        feed.viewers.add(self)

    def on_disconnect(self) -> None:
        feed.leave(self)

    def handle_hello(self, hello: Hello) -> None:
        feed.queue([self])


class LiveGamesFeed(Feed[LiveGamesStream]):
    """All who look through this process: one query is enough for all of them."""

    async def broadcast(self, recipients: Collection[LiveGamesStream]) -> int:
        games = {
            game.id: game for game in map(describe, await on_the_database_thread(load_watchable_games)())
        }
        longest = 0
        for viewer in recipients:
            gone = [GameGone(game_id) for game_id in viewer.shown.keys() - games.keys()]
            news = [game for game in games.values() if viewer.shown.get(game.id) != game]
            viewer.shown = games
            for line in (*gone, *news):
                viewer.send(frame := encode(line))
                longest = max(longest, len(frame))
        return longest


def describe(game: Json) -> LiveGame:
    """A game of the lobby's list."""
    return LiveGame(**{name: game[name] for name in LiveGame.__struct_fields__})


feed = LiveGamesFeed(REFRESH_SECONDS)


async def refresh_feed() -> None:
    """Send how the games go on."""
    feed.mark_dirty()
