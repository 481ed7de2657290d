"""The stream of games that can be watched: games that begin, change and end."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from common.database.thread import on_the_database_thread
from common.formats.json import encode
from game.consumers.base import Send
from game.consumers.feed import Feed, FeedConsumer, Hello
from game.lobby.display.snapshot import load_watchable_games
from game.wire.feeds import LobbyGame
from game.wire.values import BestOf, Clock, Score, Target

REFRESH_SECONDS = 2.0


class LiveGame(Struct, tag="game", tag_field="t", frozen=True):
    """A game that can be watched. It is sent when it first appears and when its score changes."""

    id: str
    players: tuple[str, str]
    nicknames: tuple[str | None, str | None]
    scores: tuple[Score, Score]
    target: Target
    clock: Clock
    rated: bool
    best_of: BestOf


class GameGone(Struct, tag="gone", tag_field="t", frozen=True):
    """A game that has ended, or is no longer among the newest."""

    id: str


class LiveGamesStream(FeedConsumer):
    """A subscriber to the list of games that can be watched."""

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
    """All subscribers of this process. One query serves all of them."""

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


def describe(game: LobbyGame) -> LiveGame:
    """Return a game from the lobby's list."""
    return LiveGame(**{name: getattr(game, name) for name in LiveGame.__struct_fields__})


feed = LiveGamesFeed(REFRESH_SECONDS)


async def refresh_feed() -> None:
    """Send changes whose messages may have been lost."""
    feed.mark_dirty()
