"""A process refuses requests and handshakes that no browser sends, and logs no error for them."""

import re
import socket
from contextlib import suppress

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server

HOST = "Host: localhost"
UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
)
TOKEN = ("Cookie: csrftoken=" + "a" * 32, "X-CSRFToken: " + "a" * 32)
FORM, PARTS = "Content-Type: application/x-www-form-urlencoded", "Content-Type: multipart/form-data"
EURO = "€".encode().decode("latin-1")  # with the bytes of UTF-8
HANDSHAKES = {
    "a host that is not ours": (403, ["Host: evil.example", *UPGRADE]),
    "two hosts": (400, [HOST, HOST, *UPGRADE]),
    "no host": (400, list(UPGRADE)),
    "a host with a strange port": (101, ["Host: localhost:99999999", *UPGRADE]),
    "two origins": (400, [HOST, *UPGRADE, "Origin: http://localhost", "Origin: http://localhost"]),
    "another origin": (403, [HOST, *UPGRADE, "Origin: http://evil.example"]),
    "no origin": (403, [HOST, *UPGRADE, "Origin: null"]),
    "half an origin": (403, [HOST, *UPGRADE, "Origin: http://["]),
    "an origin with a strange port": (403, [HOST, *UPGRADE, "Origin: http://localhost:99999999"]),
    "an origin that is no text": (403, [HOST, *UPGRADE, "Origin: \xff"]),
    "a strange address": (403, [HOST, *UPGRADE, "X-Forwarded-For: nonsense"]),
    "an address with a port": (101, [HOST, *UPGRADE, "X-Forwarded-For: 192.0.2.1:80"]),
    "an address that is no text": (403, [HOST, *UPGRADE, f"X-Forwarded-For: {EURO}"]),
    "subprotocols": (400, [HOST, *UPGRADE, f"Sec-WebSocket-Protocol: {EURO}, ,;a"]),
    "an unknown version": (400, [HOST, *UPGRADE[:3], "Sec-WebSocket-Version: x"]),
    "two versions": (400, [HOST, *UPGRADE, UPGRADE[3]]),
    "no key": (400, [HOST, *UPGRADE[:2]]),
    "a key that is none": (400, [HOST, *UPGRADE[:2], "Sec-WebSocket-Key: \xff", UPGRADE[3]]),
    "cookies that Latin-1 has not": (101, [HOST, *UPGRADE, f"Cookie: sessionid={EURO}; look={EURO}"]),
    "a cookie with a NUL": (101, [HOST, *UPGRADE, 'Cookie: sessionid="\\000"']),
    "a language that is none": (101, [HOST, *UPGRADE, f"Accept-Language: {EURO};q=x"]),
    "many headers": (400, [HOST, *UPGRADE, *["A: b"] * 200]),
}
REQUESTS = {
    "a host that is not ours": (400, "GET /", ["Host: evil.example"], ""),
    "two hosts": (400, "GET /", [HOST, "Host: evil.example"], ""),
    "a host that is none": (400, "GET /", ["Host: a b{}"], ""),
    "a strange address": (400, "GET /", [HOST, "X-Forwarded-For: nonsense"], ""),
    "a strange address of a call": (400, "POST /api/games", [HOST, "X-Forwarded-For: 1.2.3.4, x"], ""),
    "no address": (200, "GET /rules", [HOST, "X-Forwarded-For: "], ""),
    "too many parameters": (400, f"GET /ladder?{'a=1&' * 1500}", [HOST], ""),
    "too many fields": (400, "POST /accounts/login/", [HOST, *TOKEN, FORM], "a=1&" * 1500),
    "too many fields of a call": (400, "POST /api/games", [HOST, FORM, TOKEN[0]], "a=1&" * 1500),
    "a form in UTF-16": (400, "POST /accounts/login/", [HOST, TOKEN[0], f"{FORM}; charset=utf-16"], "a=b"),
    "a call in UTF-16": (400, "POST /api/games", [HOST, TOKEN[0], f"{FORM}; charset=utf-16"], "a=b"),
    "a form in nothing": (403, "POST /accounts/login/", [HOST, TOKEN[0], f"{FORM}; charset=x"], "a=b"),
    "parts without a boundary": (400, "POST /accounts/login/", [HOST, TOKEN[0], PARTS], "a"),
    "no length": (400, "POST /play", [HOST, "Content-Length: x"], ""),
    "two lengths": (400, "POST /play", [HOST, "Content-Length: 4"], "abc"),
    "a length and chunks": (400, "POST /play", [HOST, "Transfer-Encoding: chunked"], "abc"),
    "a chunk that is none": (400, "POST /play", [HOST, "Transfer-Encoding: chunked\r\n\r\nxyz"], ""),
    "another encoding": (400, "POST /play", [HOST, "Transfer-Encoding: gzip"], ""),
    "a NUL in a header": (400, "GET /", [HOST, "A: \0"], ""),
    "a path that is no text": (400, "GET /\xff", [HOST], ""),
    "a NUL in a path": (404, "GET /%00", [HOST], ""),
    "half a character in a path": (404, "GET /%ed%a0%80", [HOST], ""),
    "a NUL in a query": (200, "GET /fairness/deals?game=%00", [HOST], ""),
    "a method that is none": (403, "BREW /rules", [HOST], ""),
    "a tunnel": (405, "CONNECT /health/live", [HOST], ""),
    "a handshake with a body": (400, "GET /ws/lobby", [HOST, *UPGRADE], "abc"),
    "a trace": (405, "TRACE /", [HOST], ""),
    "a trace of the admin": (405, "TRACE /admin/", [HOST], ""),
    "a trace of nothing": (405, "TRACE /nothing", [HOST], ""),
    "a trace of a file": (405, "TRACE /static/js/game/table/table.js", [HOST], ""),
}  # fmt: skip


def status(server: Server, first: str, headers: list[str], body: str = "") -> int:
    """Send a request byte for byte. Return the status of the response, or 0 if there is none."""
    length = [f"Content-Length: {len(body)}"] if body else []
    head = "\r\n".join([f"{first} HTTP/1.1", *headers, *length, "", ""])
    answer = b""
    with (
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line,
        suppress(ConnectionResetError),
    ):
        line.sendall((head + body).encode("latin-1"))
        answer = line.recv(12)
    return int(answer[9:12] or 0)


@pytest.mark.slow
def test_malformed_requests_are_refused_without_an_error(own_server: Server) -> None:
    server = own_server
    found = {
        name: status(server, first, headers, body) for name, (_, first, headers, body) in REQUESTS.items()
    }
    assert found == {name: expected for name, (expected, *_) in REQUESTS.items()}
    paths = ("/ws/lobby", "/ws/nothing", "/ws/table/%00")
    found = {name: status(server, "GET /ws/lobby", headers) for name, (_, headers) in HANDSHAKES.items()}
    assert found == {name: expected for name, (expected, _) in HANDSHAKES.items()}
    assert [status(server, f"GET {path}", [HOST, *UPGRADE]) for path in paths] == [101, 403, 403]
    assert status(server, "POST /ws/lobby", [HOST, *UPGRADE]) == 405
    server.stop()
    log = server.log.read_text()
    assert re.findall(r"^.* (?:ERROR|CRITICAL) .*$|^Traceback.*$", log, re.MULTILINE) == []
    assert "DisallowedHost" in log, "it is one line, and no error"
