"""The lobby's socket: who is here, who waits for whom, and word of it when somebody sits down."""

from collections.abc import Collection

import msgspec
from django.utils.translation import gettext
from msgspec import Struct

from game.consumers.base import Socket
from game.consumers.feed import Room
from game.consumers.messages import UNREADABLE
from game.lobby import upkeep
from game.lobby.snapshot import Lobby, look, words_of
from game.runtime.presence import presence
from game.runtime.pubsub import announce, listen
from game.runtime.scheduler import every, soon
from game.table.ledger import on_the_database_thread
from game.table.wire import encode

LOBBY = "lobby"
WAITING = "waiting"  # as a table's socket calls those who wait there, by seek
PACE = 0.5


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True, frozen=True):
    pass


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True, frozen=True):
    pass


_decoder = msgspec.json.Decoder(Hello | Ping)


class LobbySocket(Socket):
    """Somebody in the lobby; a visitor who has not played yet only looks."""

    looks_at = "lobby"
    here = False

    async def connected(self) -> None:
        room.viewers.add(self)
        if self.player is not None:
            self.here = True
            presence.arrive(LOBBY, str(self.player.pk))
            announce(LOBBY)

    def left(self) -> None:
        room.leave(self)
        if self.here and self.player is not None:
            presence.leave(LOBBY, str(self.player.pk))
            announce(LOBBY)

    async def hear(self, frame: str) -> None:
        try:
            message = _decoder.decode(frame)
        except UNREADABLE as fault:
            says = gettext("This is no message the lobby knows: %(fault)s.") % {"fault": fault}
            return self.tell(encode({"t": "refused", "code": "nonsense", "says": says}))
        match message:
            case Hello():
                room.owe([self])
            case Ping():
                self.tell(b'{"t":"pong"}')


class TheLobby(Room[LobbySocket]):
    """All who are in the lobby through this process, or look at it."""

    def __init__(self) -> None:
        super().__init__(PACE)

    async def show(self, owed: Collection[LobbySocket]) -> int:
        viewers = {viewer.player.pk for viewer in owed if viewer.player is not None}
        here = await presence.all(LOBBY)
        if here is None:
            here = presence.local(LOBBY)
        lobby = Lobby(await on_the_database_thread(look)(viewers, here), len(here))
        longest = 0
        for viewer in owed:
            frame = lobby.frame(viewer.player)
            viewer.tell(frame)
            longest = max(longest, len(frame))
        return longest

    def hear_seek(self, seek_id: str) -> None:
        """Something has become of a seek: those whom it brings to a table are told at once."""
        if self.viewers:
            soon(self._tell_seek(seek_id))

    async def _tell_seek(self, seek_id: str) -> None:
        for player, word in await on_the_database_thread(words_of)(seek_id):
            for viewer in [viewer for viewer in self.viewers if viewer.player and viewer.player.pk == player]:
                viewer.tell(word)


room = TheLobby()


async def keep_company() -> None:
    """Who waits here keeps waiting."""
    seeks, players = presence.local(WAITING), presence.local(LOBBY)
    if seeks or players:
        await on_the_database_thread(upkeep.keep_alive)(seeks=seeks, players=players)


async def bring_together() -> None:
    """Seeks that have widened far enough meet, a few at a time: others want the database too."""
    while await on_the_database_thread(upkeep.pair_waiting)() == upkeep.OPENED:
        pass


async def forget() -> None:
    """What nobody came for is cleared away."""
    await on_the_database_thread(upkeep.forget)()


async def look_again() -> None:
    """What a hint failed to tell is seen all the same."""
    room.stir()


listen(LOBBY, room.stir)
listen("seek", room.hear_seek)
every(2.0, bring_together, for_all=True)
every(15.0, keep_company)
every(10.0, look_again)
every(3600.0, forget, for_all=True)
