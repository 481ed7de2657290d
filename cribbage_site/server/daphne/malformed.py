"""Keeps what a visitor sends from being an error of ours, where Daphne lets it become one."""

from functools import wraps
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketProtocol

daphne_process = WebRequest.process
daphne_on_connect = WebSocketProtocol.onConnect
daphne_on_close = WebSocketProtocol.onClose


@wraps(daphne_process)
def process_without_root_path(request: Any) -> Any:
    """Answer a request; under which path the site lies is not for a visitor to say."""
    request.requestHeaders.removeHeader(b"daphne-root-path")
    return daphne_process(request)


@wraps(daphne_on_connect)
def connect_with_raw_headers(protocol: Any, handshake: Any) -> Any:
    """Open a socket; its headers hold the bytes that were sent, as those of a request do.

    Daphne reads them as UTF-8 and writes them as Latin-1. The subprotocols it reads as ASCII; we speak none.
    """
    handshake.headers = {
        name: value.encode().decode("latin-1")
        for name, value in handshake.headers.items()
        if name != "sec-websocket-protocol"
    }
    return daphne_on_connect(protocol, handshake)


@wraps(daphne_on_close)
def close_what_was_open(protocol: Any, was_clean: bool, code: int | None, reason: str | None) -> None:
    """Close a socket that Daphne knows.

    It never knew a handshake that was answered with 400, and may have forgotten one that was refused.
    """
    server = getattr(protocol, "server", None)
    if server is not None and protocol in server.connections:
        daphne_on_close(protocol, was_clean, code, reason)


WebRequest.process = process_without_root_path
WebSocketProtocol.onConnect = connect_with_raw_headers
WebSocketProtocol.onClose = close_what_was_open
