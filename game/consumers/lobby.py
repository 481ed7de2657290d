"""The lobby's consumer: who is here, who waits for whom, and a notice when somebody sits down."""

from collections.abc import Collection

from common.database.thread import on_the_database_thread
from game.consumers import showcase
from game.consumers.feed import Feed, FeedConsumer, Hello
from game.lobby import upkeep
from game.lobby.display.banner import Banner, load_banner
from game.lobby.display.snapshot import LobbyFrames, LobbySnapshot, load_snapshot, seek_notices
from game.runtime.presence import PEOPLE, SITE, presence
from game.runtime.pubsub import publish
from game.runtime.scheduler import run_in_background

LOBBY = "lobby"
WAITING = "waiting"  # the presence of those who wait at a table, by seek
REFRESH_SECONDS = 0.5


class LobbyConsumer(FeedConsumer):
    """The socket of somebody in the lobby; a visitor who has not played yet only watches."""

    metrics_label = "lobby"
    is_counted = True
    is_present = False

    async def on_connect(self) -> None:
        feed.viewers.add(self)
        showcase.feed.viewers.add(self)
        if self.player is not None:
            self.is_present = True
            presence.arrive(LOBBY, str(self.player.pk))
            publish(LOBBY)

    def on_disconnect(self) -> None:
        feed.leave(self)
        showcase.feed.leave(self)
        if self.is_present and self.player is not None:
            presence.leave(LOBBY, str(self.player.pk))
            publish(LOBBY)

    def handle_hello(self, hello: Hello) -> None:
        feed.queue([self])
        showcase.feed.queue([self])


class LobbyFeed(Feed[LobbyConsumer]):
    """All who are in the lobby through this process, or watch it."""

    def __init__(self) -> None:
        super().__init__(REFRESH_SECONDS)

    async def broadcast(self, recipients: Collection[LobbyConsumer]) -> int:
        viewers = {viewer.player.pk for viewer in recipients if viewer.player is not None}
        here = await presence.find_people()
        snapshot, banner = await on_the_database_thread(load_lobby)(viewers, here)
        lobby = LobbyFrames(snapshot, len(here), banner)
        longest = 0
        for viewer in recipients:
            frame = lobby.frame(viewer.player)
            viewer.send(frame)
            longest = max(longest, len(frame))
        return longest

    def handle_seek(self, seek_id: str) -> None:
        """A seek has changed: those whom it brings to a table are told at once."""
        if self.viewers:
            run_in_background(self._send_seek_news(seek_id))

    async def _send_seek_news(self, seek_id: str) -> None:
        for player, notice in await on_the_database_thread(seek_notices)(seek_id):
            for viewer in [viewer for viewer in self.viewers if viewer.player and viewer.player.pk == player]:
                viewer.send(notice)


def load_lobby(viewers: Collection[int], here: Collection[str]) -> tuple[LobbySnapshot, Banner | None]:
    """Return the lobby and its banner."""
    return load_snapshot(viewers, here), load_banner()


feed = LobbyFeed()


async def keep_seeks_alive() -> None:
    """Keep the seeks of those who wait here, on whatever page, from expiring."""
    pages = presence.local(PEOPLE) | presence.local(SITE)
    seeks, players = presence.local(WAITING), {name for name in pages if name.isdigit()}
    if seeks or players:
        await on_the_database_thread(upkeep.keep_alive)(seeks=seeks, players=players)


async def pair_waiting_seeks() -> None:
    """Pair seeks that have widened far enough, a few at a time: others need the database too."""
    while await on_the_database_thread(upkeep.pair_waiting)() == upkeep.MAX_GAMES_OPENED:
        pass


async def delete_abandoned() -> None:
    """Delete seeks that nobody met."""
    await on_the_database_thread(upkeep.delete_unmet_seeks)()


async def refresh_feed() -> None:
    """Send again what messages may have failed to say."""
    feed.mark_dirty()
