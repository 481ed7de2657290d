"""The leaderboard's socket: the list anew whenever a rated game has moved it."""

import asyncio
from collections.abc import Collection
from typing import Any, Literal

import msgspec
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext
from msgspec import Struct

from game.consumers.base import Socket
from game.consumers.feed import Room
from game.consumers.messages import UNREADABLE
from game.runtime.pubsub import listen
from game.runtime.scheduler import every
from game.table.ledger import on_the_database_thread
from game.table.wire import encode
from ranking.leaderboard import Row, top
from ranking.models import Kind

PACE = 2.0
MOVED = encode({"t": "moved"})


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True, frozen=True):
    kind: Literal["house", "people"]


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True, frozen=True):
    pass


_decoder = msgspec.json.Decoder(Hello | Ping)


class LadderSocket(Socket):
    """Somebody who looks at one of the two lists."""

    looks_at = "ladder"
    kind: Kind | None = None
    seen = b""

    def left(self) -> None:
        room.leave(self)

    async def hear(self, frame: str) -> None:
        try:
            message = _decoder.decode(frame)
        except UNREADABLE as fault:
            says = gettext("This is no message the ladder knows: %(fault)s.") % {"fault": fault}
            return self.tell(encode({"t": "refused", "code": "nonsense", "says": says}))
        match message:
            case Hello():
                self.kind, self.seen = Kind(message.kind), b""
                room.viewers.add(self)
                room.owe([self])
            case Ping():
                self.tell(b'{"t":"pong"}')


class TheLadder(Room[LadderSocket]):
    """All who look at a list through this process; it is told again only when it has changed."""

    has_moved = False

    def move(self, _: Any = None) -> None:
        """A rated game is over: if it moved nobody in the list, it did so below."""
        self.has_moved = True
        self.stir()

    async def show(self, owed: Collection[LadderSocket]) -> int:
        has_moved, self.has_moved = self.has_moved, False
        wanted = {(viewer.kind, viewer.language) for viewer in owed if viewer.kind}
        lists = {each: await drawn(*each) for each in wanted}
        for viewer in owed:
            if viewer.kind and viewer.seen != (shown := lists[viewer.kind, viewer.language]):
                viewer.seen = shown
                viewer.tell(viewer.seen)
            elif has_moved:
                viewer.tell(MOVED)
        return max(map(len, lists.values()))


async def drawn(kind: Kind, language: str | None) -> bytes:
    """A list as the page draws it in a language; whose row is whose own, the page knows."""
    rows = await on_the_database_thread(top)(kind)
    # In a thread of its own: neither the moves nor the database wait for fifty rows to be drawn.
    html = await asyncio.to_thread(_html, rows, language)
    return encode({"t": "ladder", "kind": kind.value, "rows": html.strip()})


def _html(rows: list[Row], language: str | None) -> str:
    with translation.override(language):
        return render_to_string("ladder/rows.html", {"rows": rows})


room = TheLadder(PACE)


async def look_again() -> None:
    """What a hint failed to tell is seen all the same."""
    room.stir()


listen("ladder", room.move)
every(10.0, look_again)
