"""The socket of an event: it sends updates of the standings, and the viewer's next table when it is ready."""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

import msgspec
from django.utils.translation import gettext
from msgspec import Struct

from common import clock
from common.database.thread import on_the_database_thread
from common.formats.json import encode
from common.refusal import Refusal
from game.consumers.feed import Feed, Hello, Ping
from tournaments.event_pages import grid
from tournaments.event_pages.grid import GridViewer
from tournaments.event_pages.live_frame import LiveEvent, load_live_event, load_marks, with_time
from tournaments.event_pages.shapes import NextTableFrame, WarningFrame

REFRESH_SECONDS = 1.0
WARNING_MS = 60_000


class Watch(Struct, tag_field="t", tag="watch", forbid_unknown_fields=True, frozen=True):
    """The viewer's page shows the live games."""


class EventConsumer(GridViewer):
    """The socket of a viewer of an event, who may or may not have entered it."""

    metrics_label = "event"
    is_counted = True
    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(Hello | Ping | Watch)
    last_frame = b""
    last_table: str | None = None

    def log_name(self) -> str:
        return f"event {self.event_id}"

    def on_disconnect(self) -> None:
        feed.leave(self)
        grid.feed.leave(self)

    def handle_hello(self, hello: Hello | Watch) -> None:
        if isinstance(hello, Watch):
            return grid.feed.watch(self)
        self.last_frame, self.last_table = b"", None
        feed.viewers.add(self)
        feed.queue([self])

    def show(self, event: LiveEvent) -> int:
        """Send what has changed, and the viewer's next table if it is ready.

        Return the length of the frame.
        """
        me = event.mine(self.player)
        table: str | None = None if me is None else me.get("game")
        if table and table != self.last_table:
            self.send(encode(NextTableFrame(table, f"/table/{table}")))
        self.last_table = table
        frame = event.frame(me)
        if frame != self.last_frame:
            self.last_frame = frame
            self.send(with_time(frame))
        return len(frame)


class EventFeed(Feed[EventConsumer]):
    """All viewers of events in this process. Each event is read once for all its viewers."""

    def __init__(self) -> None:
        super().__init__(REFRESH_SECONDS)
        self._marks: dict[str, tuple[object, ...]] = {}
        self._warnings: dict[tuple[str, str], tuple[int, asyncio.TimerHandle]] = {}

    def handle_event(self, event_id: str) -> None:
        """Queue the viewers of an event that has changed. Viewers of other events cost nothing."""
        self.queue([viewer for viewer in self.viewers if viewer.event_id == event_id])

    def compare(self, marks: dict[str, tuple[object, ...]]) -> None:
        """Queue the viewers of events that have changed."""
        for event_id in [event for event, mark in marks.items() if self._marks.get(event) != mark]:
            self.handle_event(event_id)
        self._marks = marks

    async def broadcast(self, recipients: Collection[EventConsumer]) -> int:
        by_event: Mapping[str, list[EventConsumer]] = defaultdict(list)
        for viewer in recipients:
            by_event[viewer.event_id].append(viewer)
        longest = 0
        for event_id, viewers in by_event.items():
            players = {viewer.player.pk for viewer in viewers if viewer.player is not None}
            try:
                event = await on_the_database_thread(load_live_event)(event_id, players)
            except Refusal:
                for viewer in viewers:
                    viewer.close(4404, "no_event", gettext("There’s no such event."))
                continue
            longest = max(longest, *(viewer.show(event) for viewer in viewers))
            self._warn_in_time(event)
        return longest

    def _warn_in_time(self, event: LiveEvent) -> None:
        """Schedule a warning one minute before an event starts, and before it closes for new games."""
        for what, moment in event.moments.items():
            left = moment - clock.milliseconds() - WARNING_MS
            if left <= 0 or self._warnings.get((event.id, what), (0, None))[0] == moment:
                continue
            handle = asyncio.get_running_loop().call_later(left / 1000, self._warn, event.id, what, moment)
            self._forget_warning(event.id, what)
            self._warnings[event.id, what] = (moment, handle)

    def _warn(self, event_id: str, what: str, moment: int) -> None:
        self._forget_warning(event_id, what)
        frame = encode(WarningFrame(what, moment, clock.milliseconds()))
        for viewer in [viewer for viewer in self.viewers if viewer.event_id == event_id]:
            viewer.send(frame)

    def _forget_warning(self, event_id: str, what: str) -> None:
        """Cancel a scheduled warning, because a host may have moved the close."""
        if (planned := self._warnings.pop((event_id, what), None)) is not None:
            planned[1].cancel()


feed = EventFeed()


async def refresh_feed() -> None:
    """Send changes whose messages may have been lost: events whose mark has changed."""
    if viewed := {viewer.event_id for viewer in feed.viewers}:
        feed.compare(await on_the_database_thread(load_marks)(viewed))
