"""WebSockets as uvicorn speaks them with websockets' own protocol, within our limits."""

import asyncio
from asyncio.transports import BaseTransport
from collections.abc import Coroutine
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from cribbage_site.server.limits import CLOSE_SECONDS, MAX_QUEUED_FRAMES
from game.consumers.base import MAX_UNREAD_BYTES

BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

# Shared by all sockets whose peers read, because an event of its own takes 0.8 kB.
WRITABLE = asyncio.Event()
WRITABLE.set()


class MessageQueue:
    """The received messages of a socket, for one reader. An asyncio.Queue takes 3 kB."""

    __slots__ = ("_arrival", "_messages")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._arrival: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        return len(self._messages)

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def get(self) -> Any:
        """Wait for a message and remove it."""
        if not self._messages:
            self._arrival = asyncio.get_running_loop().create_future()
            await self._arrival
            self._arrival = None
        return self._messages.pop(0)


class LimitedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that disconnects peers that send too much, and ignores peers that do not read."""

    # The attributes that uvicorn sets. They are too many for a compact dictionary.
    __slots__ = (
        "app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer", "config",
        "conn", "connections", "curr_msg_data_type", "default_headers", "disconnected", "frames",
        "handshake_complete", "handshake_initiated", "initial_response", "last_ping_rtt", "logger", "loop",
        "messages", "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout", "ping_timer",
        "pong_timer", "queue", "read_paused", "request", "response", "root_path", "scheme", "scope", "server",
        "tasks", "transport", "writable",
    )  # fmt: skip

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.close_timeout = CLOSE_SECONDS
        self.messages = MessageQueue()
        self.queue = self.messages  # type: ignore[assignment]
        self.writable = WRITABLE

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=MAX_UNREAD_BYTES)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # a complete request that was no handshake
            self.transport.write(BAD_REQUEST)
            self.transport.close()

    def start_keepalive(self) -> None:
        """Forget the handshake once it is answered. The application has read what it needs of the scope."""
        super().start_keepalive()
        cast(dict[str, Any], self.scope).clear()
        self.request.headers.clear()
        self.response.headers.clear()

    def receive(self) -> Coroutine[Any, Any, Any]:
        """Return the next message. uvicorn would resume reading here, which is never paused for messages."""
        return self.messages.get()

    def handle_ping(self) -> None:
        if not self.disconnected:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MAX_QUEUED_FRAMES:
            super().handle_cont(event)
        else:
            self.cut_off()

    def send_receive_event_to_app(self) -> None:
        """Queue a message, even after the close frame, when the application no longer reads.

        uvicorn would pause reading until it is handled: two system calls for each message.
        """
        payload, self.frames = b"".join(self.frames), []
        if self.disconnected:
            return
        if self.queue.qsize() >= MAX_QUEUED_FRAMES:
            self.cut_off()
        elif self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": payload})
        else:
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": payload.decode()})
            except UnicodeDecodeError:
                self.cut_off()

    def handle_parser_exception(self) -> None:
        """Disconnect a peer that sends an invalid or oversized frame."""
        self.cut_off()

    def pause_writing(self) -> None:
        self.writable = asyncio.Event()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.transport.resume_reading()

    def cut_off(self) -> None:
        self.disconnected = True  # nothing more can be sent
        self.transport.abort()
