"""The table's socket: parse, hand over, answer."""

import asyncio
from collections import defaultdict

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext

from game.advice.hints import hint
from game.consumers.base import BACK_IN_MS, Send, Socket
from game.consumers.entry_queue import has_given_up, turn
from game.consumers.lobby_queries import Waiting, rematch_json, waiting_at
from game.consumers.messages import (
    ClaimWin,
    Commit,
    Hello,
    Hint,
    Message,
    MoveSaid,
    Nonsense,
    Ping,
    Reveal,
    Say,
    decode,
)
from game.engine.state import Seat
from game.ladder.stakes import CASUAL, points_json
from game.models import Game
from game.rate_limits import LINES
from game.runtime.presence import presence
from game.runtime.pubsub import listen, tell_others
from game.runtime.scheduler import every, soon
from game.table import chat, locked_games, unrevealable
from game.table.answers import Ack, Answer, Refused
from game.table.ledger import on_the_database_thread
from game.table.metrics import ANSWER_SECONDS, REFUSED
from game.table.sealed_secrets import KeyMissing, SealBroken
from game.table.table import Table
from game.table.tables import SEATS, tables
from game.table.wire import Json, encode

WAITING = "waiting"

# The sockets that wait for an opponent, by the seek they wait for.
waiting: dict[str, set["TableSocket"]] = defaultdict(set)


class TableSocket(Socket):
    """One socket at one table: a seat's, or that of somebody who looks on."""

    looks_at = "table"
    table: Table | None = None
    seat: Seat | None = None
    seek: Waiting | None = None
    deaf_to: frozenset[str] = frozenset()

    def __init__(self, path: dict[str, str], send: Send) -> None:
        super().__init__(path, send)
        self._looking = asyncio.Lock()

    @property
    def id(self) -> str:
        return self.path["game_id"]

    def describe(self) -> str:
        return f"game {self.id}"

    async def connected(self) -> None:
        try:
            table = await tables.open(self.id)
        except Game.DoesNotExist:
            return await self.wait()
        except KeyMissing:
            return self.bye(4503, "locked", locked_games.LOCKED, locked_games.BACK_IN_MS)
        except SealBroken:
            return self.sealed(await on_the_database_thread(unrevealable.says)(self.id))
        if not self.is_open:  # it closed meanwhile
            return
        self.table = table
        self.stop_waiting()
        if self.player is not None:
            ids = [sitter.id for sitter in table.sitters]
            self.seat = Seat(ids.index(self.player.pk)) if self.player.pk in ids else None
        if self.seat is not None:
            presence.arrive(SEATS, f"{self.id}:{self.seat}")

    def sealed(self, says: Promise) -> None:
        """Close on a game whose secrets do not open."""
        self.bye(4500, "sealed", says)

    def left(self) -> None:
        self.stop_waiting()
        if self.table is not None:
            self.table.hub.leave(self)
            if self.seat is not None:
                presence.leave(SEATS, f"{self.id}:{self.seat}")
            # A socket may be kept for a while by what served it; its table is not.
            self.table = None

    # Before somebody sits opposite.

    async def wait(self) -> None:
        """Look whether this seek still waits, and do what has become of it."""
        seek = await waiting_at(self.id, self.player)
        if not self.is_open:
            return
        match seek:
            case Waiting(game=game) if game == self.id:  # met at this very moment
                await self.connected()
            case None:
                self.bye(4404, "no_game", gettext("There is no such game."))
            case Waiting(mine=False):
                self.bye(4403, "not_yours", gettext("Somebody else waits at this table."))
            case Waiting(game=str(game)):
                self.bye(4301, "elsewhere", gettext("Your game is at another table."), game=game)
            case Waiting(lapsed=True):
                self.bye(4410, "gone", gettext("Nobody waits here any more."))
            case Waiting():
                news = self.seek is not None and self.seek.declined != seek.declined
                if self.seek is None:
                    waiting[self.id].add(self)
                    presence.arrive(WAITING, self.id)
                self.seek = seek
                if news:
                    self.tell(seek.frame)

    async def look_again(self) -> None:
        """Something has become of the seek, perhaps."""
        async with self._looking:
            if self.table is None:
                await self.connected()
                if self.table is not None:
                    await self.sit_down(self.table)

    def stop_waiting(self) -> None:
        if self.seek is not None:
            self.seek = None
            presence.leave(WAITING, self.id)
            waiting[self.id].discard(self)
            if not waiting[self.id]:
                del waiting[self.id]

    # At the table.

    async def hear(self, frame: str) -> None:
        try:
            message = decode(frame)
        except Nonsense as fault:
            return self.answer(Refused(self.ply, "nonsense", str(fault)))
        if self.table is not None:
            await self.hear_at(self.table, message)
        elif self.seek is not None:
            await self.hear_waiting(self.seek, message)

    @property
    def ply(self) -> int:
        return -1 if self.table is None else self.table.ply

    async def hear_waiting(self, seek: Waiting, message: Message) -> None:
        match message:
            case Hello():
                self.tell(seek.frame)
            case Ping():
                self.tell(encode({"t": "pong", "ply": -1}))
            case _:
                self.answer(Refused(-1, "not_begun", gettext("Nobody sits opposite yet.")))

    async def hear_at(self, table: Table, message: Message) -> None:
        """Answer one message."""
        match message:
            case MoveSaid(ply, said) if self.seat is not None:
                stood = table.ply
                self.answer(answer := await table.act(self.seat, ply, said.move()))
                if isinstance(answer, Ack):
                    ANSWER_SECONDS.observe(asyncio.get_running_loop().time() - self.heard_at)
                if table.ply > stood:
                    self.spared()
            case Ping():
                self.tell(encode({"t": "pong", "ply": table.ply}))
            case Hello():
                async with turn():
                    if has_given_up(self.heard_at):
                        return self.restart(BACK_IN_MS)
                    await table.refresh()
                    await self.sit_down(table)
            case Say(phrase, text):
                await self.say(table, phrase, text)
            case Commit(c) if self.seat is not None:
                self.answer(await table.commit(self.seat, c))
            case Reveal(secret) if self.seat is not None:
                self.answer(await table.reveal(self.seat, secret))
            case ClaimWin() if self.seat is not None:
                self.answer(await table.claim_win(self.seat))
            case Hint(ply) if self.seat is not None and self.player is not None:
                self.answer(await hint(table, self.seat, self.player, ply))
            case _:
                self.answer(Refused(table.ply, "watching", gettext("You are watching this game.")))

    async def sit_down(self, table: Table) -> None:
        """Tell all there is, and from now on everything that happens."""
        said, self.deaf_to = await chat.lines(self.id, self.seat, self.player)
        rematch = await rematch_json(self.id)
        points = await points_json(self.id) if table.rated else CASUAL
        if not self.is_open:
            return
        self.tell(table.frame(self.seat, said=said, rematch=rematch, **points))
        table.join(self)
        await table.wake()

    async def say(self, table: Table, phrase: str, text: str) -> None:
        if self.player is None:
            return self.answer(Refused(table.ply, "hush", gettext("Play a game first, then you can chat.")))
        if await self.wait_for(LINES):
            return self.answer(Refused(table.ply, "hush", gettext("That was a lot at once. Wait a little.")))
        try:
            line = await chat.say(self.id, self.seat, self.player, phrase, text.strip())
        except chat.Hushed as fault:
            return self.answer(Refused(table.ply, "hush", str(fault)))
        tell_said((self.id, line))
        tell_others("said", (self.id, line))

    def answer(self, answer: Answer | Json) -> None:
        """Acknowledge, answer what was asked, or refuse with a reason."""
        match answer:
            case Ack(ply):
                self.tell(b'{"t":"ack","ply":%d}' % ply)
            case Refused(ply, code, says):
                REFUSED.labels("table", code).inc()
                self.tell(encode({"t": "refused", "ply": ply, "code": code, "says": says}))
            case told:
                self.tell(encode(told))


def tell_said(told: tuple[str, Json]) -> None:
    """A line of chat, to the seats of its table or to those who watch."""
    game_id, line = told
    if (table := tables.get(game_id)) is not None:
        frame = encode({"t": "said", **line})
        for seat in (None,) if line["by"] is None else Seat:
            for socket in table.hub.at(seat):
                if isinstance(socket, TableSocket) and line["name"] not in socket.deaf_to:
                    socket.tell(frame)


def hear_seek(seek_id: str) -> None:
    """Something has become of a seek that is waited for here."""
    for socket in tuple(waiting.get(seek_id, ())):
        soon(socket.look_again())


def hear_rematch(game_id: str) -> None:
    """Somebody wants a rematch."""
    if tables.get(game_id) is not None:
        soon(tell_rematch(game_id))


async def tell_rematch(game_id: str) -> None:
    tell_all(game_id, {"t": "rematch", "rematch": await rematch_json(game_id)})


def hear_unshown(game_id: str) -> None:
    """A game is void, for its cards cannot be shown."""
    for socket in sockets_at(game_id):
        socket.sealed(unrevealable.CALLED_OFF)


def hear_points(game_id: str) -> None:
    """A rated game is settled, or was taken back."""
    if tables.get(game_id) is not None:
        soon(tell_points(game_id))


async def tell_points(game_id: str) -> None:
    """What became of the points and why, to each in the language of their page."""
    frames: dict[str | None, bytes] = {}
    while untold := {socket.language for socket in sockets_at(game_id)} - frames.keys():
        for language in untold:
            with translation.override(language):
                frames[language] = encode({"t": "points", **await points_json(game_id)})
    for socket in sockets_at(game_id):
        socket.tell(frames[socket.language])


def sockets_at(game_id: str) -> list[TableSocket]:
    """All who are at a table here."""
    if (table := tables.get(game_id)) is None:
        return []
    there = [socket for seat in (None, *Seat) for socket in table.hub.at(seat)]
    return [socket for socket in there if isinstance(socket, TableSocket)]


def tell_all(game_id: str, frame: Json) -> None:
    """The same to all who are at a table here."""
    if (table := tables.get(game_id)) is not None:
        encoded = encode(frame)
        table.hub.tell(lambda seat: encoded)


async def look_at_all_that_wait() -> None:
    """Find out what hints may have failed to tell."""
    for seek_id in tuple(waiting):
        hear_seek(seek_id)


listen("said", tell_said)
listen("seek", hear_seek)
listen("rematch", hear_rematch)
listen("points", hear_points)
listen("unshown", hear_unshown)
every(3.0, look_at_all_that_wait)
