"""The socket of every page: it sends a player's notifications wherever on the site they are."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from common import clock
from common.database.thread import on_the_database_thread
from common.formats.json import Json, encode
from game.consumers.feed import Feed, FeedConsumer, Hello
from game.lobby.display.snapshot import visible_points
from game.models import Player
from game.runtime.presence import SITE, presence
from game.table.tables import SEATS
from people.notices.listing import Notices, load_notices
from people.notices.on_arrival import on_arrival
from people.notices.shapes import NoticesFrame

REFRESH_SECONDS = 0.5


class SiteConsumer(FeedConsumer):
    """The socket of a page. Visitors who are not players get no notifications."""

    metrics_label = "site"
    last_notices: list[Json] | None = None

    async def on_connect(self) -> None:
        if self.player is not None:
            feed.join(self, self.player)
            presence.arrive(SITE, str(self.player.pk))
            for act in on_arrival:
                act(self.player)

    def on_disconnect(self) -> None:
        if self.player is not None and feed.leave_page(self, self.player):
            presence.leave(SITE, str(self.player.pk))

    def handle_hello(self, hello: Hello) -> None:
        self.last_notices = None
        feed.queue([self])


class SiteFeed(Feed[SiteConsumer]):
    """All open pages of this process, by their players."""

    def __init__(self) -> None:
        super().__init__(REFRESH_SECONDS)
        self._pages: dict[int, set[SiteConsumer]] = defaultdict(set)

    def join(self, page: SiteConsumer, player: Player) -> None:
        self.viewers.add(page)
        self._pages[player.pk].add(page)

    def leave_page(self, page: SiteConsumer, player: Player) -> bool:
        """Forget a page. Return whether it was known."""
        was_known = page in self.viewers
        self.leave(page)
        self._pages[player.pk].discard(page)
        if not self._pages[player.pk]:
            del self._pages[player.pk]
        return was_known

    def handle_notices(self, players: list[int]) -> None:
        """Queue the pages of these players, whose notifications have changed."""
        self.queue([page for player in players for page in self._pages.get(player, ())])

    async def broadcast(self, recipients: Collection[SiteConsumer]) -> int:
        players = {page.player.pk for page in recipients if page.player is not None}
        notices, points = await on_the_database_thread(load_notices)(players)
        await _mark_those_at_their_table(notices)
        longest = 0
        for page in recipients:
            mine = notices.get(page.player.pk, []) if page.player else []
            if mine != page.last_notices:
                page.last_notices = mine
                page.send(frame := encode_frame(page.player, points, mine))
                longest = max(longest, len(frame))
        return longest


async def _mark_those_at_their_table(notices: Notices) -> None:
    """Mark for each game that has begun whether its player is already at the table, in any process."""
    began = {
        f"{notice['id']}:{notice['seat']}": notice
        for each in notices.values()
        for notice in each
        if notice["kind"] == "began"
    }
    here = await presence.find_among(SEATS, list(began)) if began else None
    for key, notice in began.items():
        notice["here"] = here is not None and key in here


def encode_frame(player: Player | None, points: Mapping[int, int], notices: list[Json]) -> bytes:
    """Return a player's notifications as a frame. Deadlines are relative to `now`."""
    return encode(
        NoticesFrame(
            you=None if player is None else player.username,
            points=None if player is None else visible_points(player, points),
            now=clock.milliseconds(),
            notices=notices,
        )
    )


feed = SiteFeed()


async def refresh_feed() -> None:
    """Send changes whose messages may have been lost, and those that come with time alone."""
    feed.mark_dirty()
