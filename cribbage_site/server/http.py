"""HTTP as uvicorn speaks it with h11, within our limits."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from cribbage_site.server.limits import MAX_REQUEST_BYTES, incoming_requests

# Nothing of the request has arrived, or only a part.
INCOMPLETE = (h11.IDLE, h11.SEND_BODY)
MAY_BE_ANSWERED = (h11.IDLE, h11.SEND_RESPONSE)


class LimitedHttp(H11Protocol):
    """A connection of a browser or of a proxy."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        incoming_requests.begin(self)

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state in INCOMPLETE:
            if incoming_requests.receive(self, data):
                super().data_received(data)
        # Checked while uvicorn is still answering: it reads further requests after each response.
        elif len(self.conn.trailing_data[0]) < MAX_REQUEST_BYTES:
            super().data_received(data)
        else:
            self.cut_off()

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state not in INCOMPLETE:
            incoming_requests.end(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        incoming_requests.end(self)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        incoming_requests.end(self)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse data that is no request. If it began like one, it no longer counts as unfinished."""
        if self.has_been_asked:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in MAY_BE_ANSWERED:
            super().send_400_response(msg)
        else:
            self.transport.abort()

    @property
    def has_been_asked(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    @property
    def is_answering(self) -> bool:
        """Return whether a response is in progress or not fully written."""
        return self.has_been_asked or self.transport.get_write_buffer_size() > 0

    def cut_off(self) -> None:
        self.transport.abort()
