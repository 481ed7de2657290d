"""A WebSocket at its leanest: no thread hop a message, and nobody waits for one who reads slowly."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from http.cookies import CookieError
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, parse_cookie
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.client_ip import place_at
from common.language import language_of
from common.rate_limit import Pace
from game.consumers import last_seen
from game.consumers.limits import Ticket
from game.consumers.messages import MAX_FRAME
from game.models import Player
from game.moderation.bans import Ban, ban_of
from game.runtime import process_metrics
from game.runtime.scheduler import keeper
from game.sanctions import is_banned
from game.table.ledger import on_the_database_thread
from game.table.wire import encode

log = logging.getLogger(__name__)

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]

# What a socket may say without anything coming of it: so many frames at once, and so many a second.
FRAMES_AT_ONCE, FRAMES_A_SECOND = 100, 10
UNREAD = 256 * 1024  # bytes told to somebody who has not been heard of meanwhile
SILENCE = 40.0  # seconds
BACK_IN_MS = 1500
# When this process stops, its visitors come back one after the other, between these: not before it is gone,
# for nobody shall meet it twice, and so soon that with what a page adds nobody waits for three seconds.
RETURNS = (500, 900)


class Socket:
    """One socket: what is heard goes to `hear`, and `tell` answers at once.

    A socket's own task speaks the language of its visitor; what others tell it by `bye`, does so too.
    """

    looks_at = "nothing"

    def __init__(self, path: dict[str, str], send: Send) -> None:
        self.path = path
        self.language = translation.get_language()
        self.player: Player | None = None
        self.session_key: str | None = None
        self.place: str | None = None
        self.ticket = Ticket()
        self._send = send
        self._closing = False
        self._farewell: asyncio.Future[None] | None = None
        self._unread = 0
        self._allowance = float(FRAMES_AT_ONCE)
        self.heard_at = 0.0

    @classmethod
    def as_asgi(cls) -> Callable[[Message, Receive, Send], Awaitable[None]]:
        async def application(scope: Message, receive: Receive, send: Send) -> None:
            translation.activate(language_of(scope))
            place = place_at(scope["client"][0], scope["headers"]) if scope.get("client") else None
            await cls(scope["url_route"]["kwargs"], send).live(_session_key(scope), receive, place)

        return application

    async def connected(self) -> None:
        """The socket is open, and `player` is known."""

    async def hear(self, frame: str) -> None:
        """Answer one frame."""

    def left(self) -> None:
        """The socket is gone."""

    def describe(self) -> str:
        """What the log calls this socket."""
        return type(self).__name__

    @property
    def is_open(self) -> bool:
        return self in everyone and not self._closing

    async def live(self, session_key: str | None, receive: Receive, place: str | None = None) -> None:
        """The life of a socket, from the handshake to the end."""
        self.session_key, self.place = session_key, place
        await receive()
        await self._send({"type": "websocket.accept"})
        self._listened()
        everyone.add(self)
        process_metrics.SOCKETS.labels(self.looks_at).inc()
        try:
            await self.come_in()
            while not self._closing:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                await self._listen(message)
        except asyncio.CancelledError:
            # Daphne, told to stop, cancels; uvicorn says goodbye by itself.
            self.restart(BACK_IN_MS)
            raise
        except Exception:
            log.exception("%s: a socket could not be served", self.describe())
            self.bye(
                4503, "restart", _("Something went wrong here. Your game goes on in a moment."), BACK_IN_MS
            )
        finally:
            everyone.discard(self)
            process_metrics.SOCKETS.labels(self.looks_at).dec()
            self.ticket.hand_back()
            self.left()

    async def come_in(self) -> None:
        """Find out who it is, and turn away who may not stay or has too many sockets."""
        if is_going():
            return self.restart(RETURNS[-1])
        if wait := await self.ticket.admit(place=self.place):
            return self.turn_away(wait)
        self.player = await _player_of(self.session_key)
        if self.player is not None and (wait := await self.ticket.admit(account=self.player.pk)):
            return self.turn_away(wait)
        if self.player is not None and (ban := await _ban_of(self.player)) is not None:
            return self.shut_out(ban)
        await self.connected()

    async def _listen(self, message: Message) -> None:
        frame = message.get("text")
        process_metrics.FRAMES["heard"] += 1
        self._listened()
        if frame is None:
            return self.bye(4400, "text_only", _("Only text is spoken here."))
        if len(frame) > MAX_FRAME or len(frame.encode()) > MAX_FRAME:
            says = gettext("A message holds no more than %(most)s bytes.") % {"most": MAX_FRAME}
            return self.bye(4409, "too_long", says)
        if self._allowance < 1:
            return self.bye(4429, "flood", _("That was too much at once."))
        self._allowance -= 1
        try:
            await self.hear(frame)
        except Exception:
            log.exception("%s: a message could not be answered", self.describe())
            says = gettext("Something went wrong here. Please try again.")
            self.tell(encode({"t": "refused", "ply": -1, "code": "try_again", "says": says}))

    def _listened(self) -> None:
        now = asyncio.get_running_loop().time()
        grown = self._allowance + (now - self.heard_at) * FRAMES_A_SECOND
        self._allowance = min(FRAMES_AT_ONCE, grown)
        self.heard_at = now
        self._unread = 0

    async def wait_for(self, pace: Pace) -> int:
        """Take a turn of something, or none: then the seconds until there is one."""
        return await asyncio.to_thread(pace.wait, self.player and self.player.pk, self.place)

    def spared(self) -> None:
        """The last frame brought something about: it does not count as noise."""
        self._allowance += 1

    def tell(self, frame: bytes) -> None:
        """Send one frame, without waiting: who cannot keep up is dropped."""
        if self._closing:
            return
        process_metrics.FRAMES["told"] += 1
        self._unread += len(frame)
        if self._unread > UNREAD or not self._put({"type": "websocket.send", "text": frame.decode()}):
            self.drop()

    def drop(self) -> None:
        """Close on somebody who does not read, or is not heard of any more."""
        self.bye(4408, "slow", _("This connection could not keep up."), 0)

    def sign_out(self) -> None:
        """Close on a session that is no more; the page comes back as whoever it is by then."""
        says = _("This page was opened under another login, which has ended.")
        self.bye(4401, "signed_out", says, BACK_IN_MS)

    def shut_out(self, ban: Ban) -> None:
        """Close on a player who is banned."""
        with translation.override(self.language):
            self.bye(4403, "banned", ban.says)

    def turn_away(self, wait: int) -> None:
        """Close on who opens too many sockets, for so many seconds."""
        says = _("Too many pages of this site are open from where you are. Close some; we try again soon.")
        self.bye(4429, "too_many", says, wait * 1000)

    def restart(self, back_in_ms: int) -> None:
        """Close because this process stops."""
        self.bye(4503, "restart", _("The server restarts. Your game goes on in a moment."), back_in_ms)

    def bye(
        self, close: int, code: str, says: str | Promise, back_in_ms: int | None = None, **more: Any
    ) -> None:
        """Say why, and close; Daphne lets an application close with 1000 or 3000 to 4999 alone."""
        if not self._closing:
            self._closing = True
            process_metrics.CLOSED.labels(code).inc()
            with translation.override(self.language):
                told = str(says)
            farewell = {"t": "bye", "code": code, "says": told, "back_in_ms": back_in_ms, **more}
            self._put({"type": "websocket.send", "text": encode(farewell).decode()})
            closing = {"type": "websocket.close", "code": close}
            if not self._put(closing):
                self._farewell = asyncio.ensure_future(self._close(closing))

    async def _close(self, closing: Message) -> None:
        try:
            await self._send(closing)
        except Exception as fault:
            log.debug("%s: it was closed already: %s", self.describe(), fault)

    def _put(self, message: Message) -> bool:
        """Whether the server took a message at once: one that has to wait finds its buffers full."""
        sending = self._send(message)
        try:
            sending.send(None)
        except StopIteration:
            return True
        except Exception as fault:
            log.debug("%s: it is closed: %s", self.describe(), fault)
            return False
        sending.close()
        return False


# The open sockets of this process.
everyone: set[Socket] = set()
_going = False


def is_going() -> bool:
    """Whether this process says goodbye."""
    return _going


def say_goodbye() -> None:
    """Tell all who are here that this process stops, each to come back at a moment of their own."""
    global _going
    _going = True
    soonest, latest = RETURNS
    for n, socket in enumerate(here := tuple(everyone)):
        socket.restart(soonest + (latest - soonest) * n // len(here))


async def drop_the_silent() -> None:
    """Close the sockets of which nothing is heard, not even a ping."""
    now = asyncio.get_running_loop().time()
    for socket in [socket for socket in everyone if now - socket.heard_at > SILENCE]:
        socket.drop()


async def note_who_is_here() -> None:
    """Whoever has a socket open is here."""
    here = {socket.player.pk for socket in everyone if socket.player is not None}
    if here:
        await on_the_database_thread(last_seen.note)(here)


keeper.every(10.0, drop_the_silent)
keeper.every(60.0, note_who_is_here)


async def nowhere(scope: Message, receive: Receive, send: Send) -> None:
    """Where no socket is, none opens."""
    await receive()
    await send({"type": "websocket.close"})


def _session_key(scope: Message) -> str | None:
    """The session that a browser's cookie names."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                key = parse_cookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")
                return key if key.isalnum() else None  # a quoted cookie can smuggle anything, even NUL
            except CookieError:
                return None
    return None


@on_the_database_thread
def _player_of(session_key: str | None) -> Player | None:
    """Whose session it is."""
    if session_key is None:
        return None
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, Player) and user.is_active else None


async def _ban_of(player: Player) -> Ban | None:
    """The ban a player is under; the database is asked only where there is one."""
    return await on_the_database_thread(ban_of)(player) if is_banned(player) else None
