"""The socket of the page of followed players. It sends the lists when they have changed."""

import asyncio
from collections.abc import Collection
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from msgspec import Struct

from common.database.thread import on_the_database_thread
from common.formats.json import encode
from game.consumers.feed import Feed, FeedConsumer
from game.runtime.presence import presence
from people.following.people import KINDS, Following, load_following

REFRESH_SECONDS = 2.0


class FollowingFrame(Struct, tag_field="t", tag="following", frozen=True):
    """The players you follow, as HTML, a `<li data-key=NAME>` each, as on `/friends`."""

    here: str
    away: str


class FollowingConsumer(FeedConsumer):
    """The socket of a viewer of their followed players. Visitors without an account get empty lists."""

    metrics_label = "following"
    last_frame = b""

    def on_disconnect(self) -> None:
        feed.leave(self)

    def handle_hello(self, hello: Any) -> None:
        if self.player is not None:
            self.last_frame = b""
            feed.viewers.add(self)
            feed.queue([self])


class FollowingFeed(Feed[FollowingConsumer]):
    """All viewers of their followed players in this process."""

    def handle_lobby(self, _: None) -> None:
        """Refresh all viewers: an arrival, a departure or a game in the lobby may concern any of them."""
        self.mark_dirty()

    def handle_following(self, player: int) -> None:
        """Queue a player's own pages after they follow or unfollow a player."""
        self.queue([viewer for viewer in self.viewers if viewer.player and viewer.player.pk == player])

    async def broadcast(self, recipients: Collection[FollowingConsumer]) -> int:
        owners = {viewer.player.pk for viewer in recipients if viewer.player is not None}
        here = await asyncio.to_thread(presence.find, KINDS)
        found = await on_the_database_thread(load_following)(owners, here)
        longest = 0
        for viewer in recipients:
            assert viewer.player is not None
            # In a thread, so that rendering the lists does not delay moves.
            frame = await asyncio.to_thread(render_frame, found[viewer.player.pk], viewer.language)
            if frame != viewer.last_frame:
                viewer.last_frame = frame
                viewer.send(frame)
                longest = max(longest, len(frame))
        return longest


def render_frame(following: Following, language: str | None) -> bytes:
    """Return both lists as HTML, rendered as in the page itself."""
    with translation.override(language):
        lists = {
            which: render_to_string("people/following/rows.html", {"rows": rows}).strip()
            for which, rows in (("here", following.here), ("away", following.away))
        }
    return encode(FollowingFrame(**lists))


feed = FollowingFeed(REFRESH_SECONDS)


async def refresh_feed() -> None:
    """Send changes whose messages may have been lost."""
    feed.mark_dirty()
