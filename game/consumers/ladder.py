"""The leaderboard's consumer: it sends the list again when a rated game has changed it."""

import asyncio
from collections.abc import Collection
from typing import Any, Literal

import msgspec
from django.utils import translation
from msgspec import Struct

from common.database.thread import on_the_database_thread
from common.formats.json import encode
from game.consumers.feed import Feed, FeedConsumer, Ping
from game.wire.feeds import LadderFrame, MovedFrame
from ranking.drawn_rows import draw_rows
from ranking.leaderboard import LeaderboardRow, load_top
from ranking.models import Kind

REFRESH_SECONDS = 2.0
MOVED = encode(MovedFrame())


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True, frozen=True):
    kind: Literal["house", "people"]


class LadderConsumer(FeedConsumer):
    """A socket that shows one of the two lists."""

    metrics_label = "ladder"
    decoder = msgspec.json.Decoder(Hello | Ping)
    kind: Kind | None = None
    last_frame = b""

    def on_disconnect(self) -> None:
        feed.leave(self)

    def handle_hello(self, hello: Hello) -> None:
        self.kind, self.last_frame = Kind(hello.kind), b""
        feed.viewers.add(self)
        feed.queue([self])


class LadderFeed(Feed[LadderConsumer]):
    """The viewers of the lists in this process. A list is sent again only if it has changed."""

    has_moved = False

    def mark_moved(self, _: Any = None) -> None:
        """Record that a rated game is over: it moved a player in the list or below it."""
        self.has_moved = True
        self.mark_dirty()

    async def broadcast(self, recipients: Collection[LadderConsumer]) -> int:
        has_moved, self.has_moved = self.has_moved, False
        wanted = {(viewer.kind, viewer.language) for viewer in recipients if viewer.kind}
        lists = {each: await render_frame(*each) for each in wanted}
        for viewer in recipients:
            if viewer.kind and viewer.last_frame != (shown := lists[viewer.kind, viewer.language]):
                viewer.last_frame = shown
                viewer.send(viewer.last_frame)
            elif has_moved:
                viewer.send(MOVED)
        return max(map(len, lists.values()))


async def render_frame(kind: Kind, language: str | None) -> bytes:
    """Render a list as HTML in a language. The page itself marks the reader's own row."""
    rows = await on_the_database_thread(load_top)(kind)
    # In a separate thread, so that moves and the database don't wait while fifty rows are rendered.
    html = await asyncio.to_thread(_render_rows, rows, language)
    return encode(LadderFrame(kind.value, html.strip()))


def _render_rows(rows: list[LeaderboardRow], language: str | None) -> str:
    with translation.override(language):
        return draw_rows(rows)


feed = LadderFeed(REFRESH_SECONDS)


async def refresh_feed() -> None:
    """Send the lists again, in case messages were lost."""
    feed.mark_dirty()
