"""The lobby's consumer: present players, seeks, and notices to paired players."""

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
WAITING = "waiting"  # presence of players who wait at a table, by seek
REFRESH_SECONDS = 0.5


class LobbyConsumer(FeedConsumer):
    """A socket in the lobby. Visitors without a player can only watch."""

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
    """The viewers of the lobby in this process."""

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
        """Send notices about a changed seek at once."""
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
    """Keep alive the seeks of players who are connected to this process, on any page."""
    pages = presence.local(PEOPLE) | presence.local(SITE)
    seeks, players = presence.local(WAITING), {name for name in pages if name.isdigit()}
    if seeks or players:
        await on_the_database_thread(upkeep.keep_alive)(seeks=seeks, players=players)


async def pair_waiting_seeks() -> None:
    """Pair seeks that have widened far enough, a few at a time, so that other work gets the database too."""
    while await on_the_database_thread(upkeep.pair_waiting)() == upkeep.MAX_GAMES_OPENED:
        pass


async def delete_abandoned() -> None:
    """Delete seeks that found no opponent."""
    await on_the_database_thread(upkeep.delete_unmet_seeks)()


async def refresh_feed() -> None:
    """Send the lobby again, in case messages were lost."""
    feed.mark_dirty()
