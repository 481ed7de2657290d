"""The base of all WebSocket consumers: no thread switch per message, and no waiting for slow readers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from http.cookies import CookieError
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.database.thread import on_the_database_thread
from common.formats.json import encode
from common.http.client_ip import socket_client_network
from common.http.language import language_of
from common.http.rate_limit import RateLimit
from game.accounts.bans import Ban, find_ban
from game.accounts.places import note_place
from game.accounts.sanctions import is_banned
from game.accounts.session_engine import SessionStore
from game.consumers import last_seen
from game.consumers.limits import SocketSlot
from game.models import Player
from game.runtime import process_metrics
from game.runtime.presence import PEOPLE, presence
from game.tokens.bearer import bearer_in, identify
from game.tokens.models import Token
from game.wire.frames import ByeFrame, RefusedFrame
from game.wire.messages import MAX_FRAME
from rng import entropy

log = logging.getLogger(__name__)

AsgiMessage = dict[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Coroutine[Any, Any, None]]

# Frames without effect: how many a socket may send at once, and how many per second.
FRAME_BURST, FRAMES_PER_SECOND = 100, 10
MAX_UNREAD_BYTES = 256 * 1024  # sent to a client since it was last heard from
SILENCE_TIMEOUT = 40.0  # seconds
RECONNECT_MS = 1500
# When this process stops, its clients reconnect one after the other within this span. It is late enough that
# none reaches the old process again. With the delay that a page adds, none waits for three seconds.
RECONNECT_SPREAD_MS = (500, 900)


class BaseConsumer:
    """One socket: incoming frames go to `handle_frame`, and `send` never waits.

    A socket's own task runs in the language of its visitor. `close` switches to it too, from any task.
    """

    metrics_label = "nothing"
    # A program's token needs one of these scopes. If empty, the token must read as its owner does.
    scopes: ClassVar[frozenset[str]] = frozenset()
    takes_tokens = True  # whether tokens are accepted; if not, their owner is anonymous here
    is_counted = False  # whether the visitor of this socket counts as present

    def __init__(self, path: dict[str, str], send: Send) -> None:
        self.path = path
        self.language = translation.get_language()
        self.player: Player | None = None
        self.session_key: str | None = None
        self.bearer: str | None = None
        self.token: Token | None = None
        self.client_ip: str | None = None
        self.slot = SocketSlot()
        self.counted_as = ""
        self._asgi_send = send
        self._closing = False
        self._pending_close: asyncio.Future[None] | None = None
        self._unread_bytes = 0
        self._frame_allowance = float(FRAME_BURST)
        self.received_at = 0.0

    @classmethod
    def as_asgi(cls) -> Callable[[AsgiMessage, Receive, Send], Awaitable[None]]:
        def application(scope: AsgiMessage, receive: Receive, send: Send) -> Awaitable[None]:
            translation.activate(language_of(scope))
            place = (
                socket_client_network(scope["client"][0], scope["headers"]) if scope.get("client") else None
            )
            consumer, bearer = cls(scope["url_route"]["kwargs"], send), bearer_in(scope["headers"])
            session_key = (
                _session_key(scope) if bearer is None else None
            )  # a caller with a token has no cookies
            return consumer.run(session_key, receive, place, bearer)

        return application

    async def on_connect(self) -> None:
        """Called when the socket is open and `player` is known."""

    async def handle_frame(self, frame: str) -> None:
        """Handle one frame."""

    def on_disconnect(self) -> None:
        """Called when the socket is gone."""

    def log_name(self) -> str:
        """Return the name of this socket in logs."""
        return type(self).__name__

    @property
    def is_open(self) -> bool:
        return self in open_consumers and not self._closing

    async def run(
        self,
        session_key: str | None,
        receive: Receive,
        client_ip: str | None = None,
        bearer: str | None = None,
    ) -> None:
        """Serve a socket from the handshake to the end."""
        self.session_key, self.client_ip, self.bearer = session_key, client_ip, bearer
        await receive()
        await self._asgi_send({"type": "websocket.accept"})
        self.note_received()
        open_consumers.add(self)
        process_metrics.SOCKETS.labels(self.metrics_label).inc()
        try:
            await self.admit()
            while not self._closing:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                await self._receive(message)
        except asyncio.CancelledError:
            # A process that stops cancels the remaining tasks after closing their sockets.
            self.close_for_restart(RECONNECT_MS)
            raise
        except Exception:
            log.exception("%s: a socket could not be served", self.log_name())
            self.close(
                4503, "restart", _("Something went wrong. Your game continues in a moment."), RECONNECT_MS
            )
        finally:
            open_consumers.discard(self)
            process_metrics.SOCKETS.labels(self.metrics_label).dec()
            self.slot.release()
            if self.counted_as:
                presence.leave(PEOPLE, self.counted_as)
            self.on_disconnect()
        if self._pending_close is not None:
            await self._pending_close  # uvicorn closes the socket abruptly if its application has returned

    async def admit(self) -> None:
        """Identify the visitor, and close the socket if they are not allowed or have too many sockets."""
        if is_stopping():
            return self.close_for_restart(RECONNECT_SPREAD_MS[-1])
        if wait := await self.slot.acquire(client_ip=self.client_ip):
            return self.close_too_many(wait)
        if self.bearer is None or not self.takes_tokens:
            self.player = await _load_player(self.session_key)
        elif not await self._take_token(self.bearer):
            return
        if self.player is not None and (wait := await self.slot.acquire(account=self.player.pk)):
            return self.close_too_many(wait)
        if self.player is not None and (ban := await _find_ban(self.player)) is not None:
            return self.close_banned(ban)
        if self.player is not None and self.client_ip is not None:
            await asyncio.to_thread(note_place, self.player, self.client_ip)
        if self.is_counted:
            self.counted_as = (
                f"visitor {entropy.name_suffix()}" if self.player is None else str(self.player.pk)
            )
            presence.arrive(PEOPLE, self.counted_as)
        await self.on_connect()

    @classmethod
    def opens_to(cls, token: Token) -> bool:
        """Return whether a token is accepted here."""
        return token.allows(cls.scopes) if cls.scopes else token.reads_as_owner

    async def _take_token(self, bearer: str) -> bool:
        """Identify the owner of a token and close if it lacks the scope.

        Return whether the socket stays open.
        """
        self.token = token = await on_the_database_thread(identify)(bearer)
        if token is None:
            self.close_bad_token()
        elif not self.opens_to(token):
            self.close(4403, "no_scope", _("This token lacks the scope for this."))
        else:
            self.player = token.player
        return self.player is not None

    async def _receive(self, message: AsgiMessage) -> None:
        frame = message.get("text")
        process_metrics.FRAMES["heard"] += 1
        self.note_received()
        if frame is None:
            return self.close(4400, "text_only", _("Only text messages, please."))
        if len(frame) > MAX_FRAME or len(frame.encode()) > MAX_FRAME:
            says = gettext("A message can have at most %(most)s bytes.") % {"most": MAX_FRAME}
            return self.close(4409, "too_long", says)
        if self._frame_allowance < 1:
            return self.close(4429, "flood", _("Too many messages at once."))
        self._frame_allowance -= 1
        try:
            await self.handle_frame(frame)
        except Exception:
            log.exception("%s: a message could not be answered", self.log_name())
            says = gettext("Something went wrong. Please try again.")
            self.send(encode(RefusedFrame(-1, "try_again", says)))

    def note_received(self) -> None:
        """Record that the client is alive and has read what it was sent."""
        now = asyncio.get_running_loop().time()
        grown = self._frame_allowance + (now - self.received_at) * FRAMES_PER_SECOND
        self._frame_allowance = min(FRAME_BURST, grown)
        self.received_at = now
        self._unread_bytes = 0

    async def take_rate_limit(self, limit: RateLimit) -> int:
        """Take one turn of a rate limit. Return 0, or the seconds until the next turn."""
        return await asyncio.to_thread(limit.acquire, self.player and self.player.pk, self.client_ip)

    def refund(self) -> None:
        """Give back the allowance of the last frame, because it had an effect."""
        self._frame_allowance += 1

    def send(self, frame: bytes) -> None:
        """Send one frame without waiting. A reader that is too slow or silent is dropped."""
        if self._closing:
            return
        process_metrics.FRAMES["told"] += 1
        self._unread_bytes += len(frame)
        if self._unread_bytes > MAX_UNREAD_BYTES:
            self.close_silent()
        elif not self._send_nowait({"type": "websocket.send", "text": frame.decode()}):
            self.close(4408, "slow", _("Your connection couldn’t keep up."), 0)

    def close_silent(self) -> None:
        """Close on a client that sends nothing, not even a ping. It may still read."""
        self.close(4408, "silent", _("Your page sent nothing for too long."), 0)

    def close_signed_out(self) -> None:
        """Close because the session or token has ended. A page reconnects under its new login, if any."""
        if self.token is not None:
            return self.close_bad_token()
        says = _("This page was opened under a login that has ended.")
        self.close(4401, "signed_out", says, RECONNECT_MS)

    def close_bad_token(self) -> None:
        """Close because the token is not valid."""
        self.close(4401, "bad_token", _("This token is unknown, has expired or was revoked."))

    def close_banned(self, ban: Ban) -> None:
        """Close because the player is banned."""
        with translation.override(self.language):
            self.close(4403, "banned", ban.description)

    def close_too_many(self, wait: int) -> None:
        """Close because the client has too many sockets. It may retry after this many seconds."""
        says = _("Too many pages of this site are open on your network. Close some; we’ll try again soon.")
        self.close(4429, "too_many", says, wait * 1000)

    def close_for_restart(self, back_in_ms: int) -> None:
        """Close because this process stops."""
        self.close(
            4503, "restart", _("The server is restarting. Your game continues in a moment."), back_in_ms
        )

    def close(
        self, close_code: int, code: str, says: str | Promise, back_in_ms: int | None = None, **more: Any
    ) -> None:
        """Send the reason and close. Daphne lets an application close only with 1000 or 3000 to 4999."""
        if not self._closing:
            self._closing = True
            process_metrics.SOCKETS_CLOSED.labels(code).inc()
            with translation.override(self.language):
                text = str(says)
            farewell = ByeFrame(code, text, back_in_ms, **more)
            self._send_nowait({"type": "websocket.send", "text": encode(farewell).decode()})
            closing = {"type": "websocket.close", "code": close_code}
            if not self._send_nowait(closing):
                self._pending_close = asyncio.ensure_future(self._send_close(closing))

    async def _send_close(self, closing: AsgiMessage) -> None:
        try:
            await self._asgi_send(closing)
        except Exception as fault:
            log.debug("%s: already closed: %s", self.log_name(), fault)

    def _send_nowait(self, message: AsgiMessage) -> bool:
        """Return whether the server accepted a message at once.

        If it would have to wait, its buffers are full.
        """
        sending = self._asgi_send(message)
        try:
            sending.send(None)
        except StopIteration:
            return True
        except Exception as fault:
            log.debug("%s: closed: %s", self.log_name(), fault)
            return False
        sending.close()
        return False


# The open sockets of this process.
open_consumers: set[BaseConsumer] = set()
_stopping = False


def is_stopping() -> bool:
    """Return whether this process is stopping."""
    return _stopping


def close_all_for_restart() -> None:
    """Close all sockets because this process stops. The delays before their reconnects are spread out."""
    global _stopping
    _stopping = True
    soonest, latest = RECONNECT_SPREAD_MS
    for n, socket in enumerate(here := tuple(open_consumers)):
        socket.close_for_restart(soonest + (latest - soonest) * n // len(here))


async def drop_silent() -> None:
    """Close the sockets that send nothing, not even a ping."""
    now = asyncio.get_running_loop().time()
    for socket in [socket for socket in open_consumers if now - socket.received_at > SILENCE_TIMEOUT]:
        socket.close_silent()


async def update_players_last_seen() -> None:
    """Update the last-seen time of all players with an open socket."""
    here = {socket.player.pk for socket in open_consumers if socket.player is not None}
    if here:
        await on_the_database_thread(last_seen.update_last_seen)(here)


async def reject_unknown_path(scope: AsgiMessage, receive: Receive, send: Send) -> None:
    """Close a socket at an unknown path."""
    await receive()
    await send({"type": "websocket.close"})


def _session_key(scope: AsgiMessage) -> str | None:
    """Return the session key from a browser's cookie."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                key = parse_cookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")
                return key if key.isalnum() else None  # a quoted cookie can contain any character, even NUL
            except CookieError:
                return None
    return None


@on_the_database_thread
def _load_player(session_key: str | None) -> Player | None:
    """Load the player of a session."""
    if session_key is None:
        return None
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, Player) and user.is_active else None


async def _find_ban(player: Player) -> Ban | None:
    """Return the player's ban, if any. It is loaded only for banned players."""
    return await on_the_database_thread(find_ban)(player) if is_banned(player) else None
