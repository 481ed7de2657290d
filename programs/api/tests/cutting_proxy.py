"""A proxy for programs that know no streams: it ends endless answers soon, and spreads calls over addresses.

Each request reaches the server from an address of its own, or with another token of the same account, so that
rate limits refuse only what is too much for one address.
"""

import json
import secrets
import socket
import threading
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from itertools import cycle
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

NDJSON = "application/x-ndjson"
SILENCE = 0.3  # seconds after which a stream has told what it has to tell
# A compressed stream could not be cut after a line.
NOT_PASSED_ON = {"host", "accept-encoding"}
# Of one connection only, and the length, which the proxy knows.
OWN_HEADERS = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}


class CuttingProxy:
    """A proxy to a server. It replaces the first of its tokens by the next of them, and answers at a path."""

    def __init__(self, url: str, tokens: Sequence[str] = (), spoils: str = "") -> None:
        host = urlsplit(url).netloc
        following = cycle(tokens)
        self.statuses: dict[tuple[str, str], set[int]] = {}
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def __getattr__(self, name: str) -> Any:
                if name.startswith("do_"):  # any method
                    return self.pass_on
                raise AttributeError(name)

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def pass_on(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {
                    name: value for name, value in self.headers.items() if name.lower() not in NOT_PASSED_ON
                }
                headers["X-Forwarded-For"] = str(ip_address(secrets.randbits(128)))
                if tokens and headers.get("Authorization") == f"Bearer {tokens[0]}":
                    # A call may revoke its token, so that one is another's.
                    own = "revoked" if self.command == "DELETE" and "/token" in self.path else next(following)
                    headers["Authorization"] = f"Bearer {own}"
                connection = HTTPConnection(host, timeout=60)
                try:
                    connection.request(self.command, self.path, body or None, headers)
                    line: socket.socket = connection.sock
                    answer = connection.getresponse()
                    is_stream = NDJSON in (answer.headers["Content-Type"] or "")
                    told = _read_until_silence(line, answer) if is_stream else answer.read()
                finally:
                    connection.close()
                if spoils and spoils in self.path:
                    told = b"{}"
                proxy.statuses.setdefault((self.command, urlsplit(self.path).path), set()).add(answer.status)
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in OWN_HEADERS:
                        self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(told)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(told)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


def _read_until_silence(line: socket.socket, answer: Any) -> bytes:
    """Return the whole lines of a stream until it ends or is silent."""
    told = b""
    line.settimeout(SILENCE)
    try:
        while piece := answer.read1(65536):
            told += piece
    except (OSError, HTTPException):
        pass
    return told[: told.rfind(b"\n") + 1]


def lines_of(told: bytes) -> list[Any]:
    """Return the lines of a stream, without empty ones."""
    return [json.loads(line) for line in told.splitlines() if line.strip()]
