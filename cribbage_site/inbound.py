"""How much Daphne takes in for one socket: it has no back-pressure of its own, and uvicorn has."""

from functools import wraps
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

from game.socket import FRAMES_AT_ONCE

LONGEST = 64 * 1024  # bytes a frame
UNHEARD = 2 * FRAMES_AT_ONCE  # frames that came and were not heard yet

# A frame is held in memory until it is whole, up to a MiB unless Daphne is started otherwise. This limit is
# for what comes in; the other that there is, on whole messages, also keeps us from sending more.
WebSocketProtocol.maxFramePayloadSize = LONGEST

take_in = WebSocketProtocol.onMessage


@wraps(take_in)
def take_in_or_cut_off(protocol: Any, payload: bytes, is_binary: bool) -> None:
    """Cut the line of somebody who goes on and on, also after a goodbye, when nobody listens any more."""
    if protocol.application_queue.qsize() < UNHEARD:
        take_in(protocol, payload, is_binary)
    else:
        protocol.dropConnection(abort=True)


WebSocketProtocol.onMessage = take_in_or_cut_off
