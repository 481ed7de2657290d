"""The streams of the Python client go on after a break, and neither lose nor double an event."""

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import every_other_client as client
from every_other_client import site as sites
from every_other_client.network import drive
from every_other_client.wire import Answer, json_object

END = {"t": "bye", "code": "no_game", "says": "That was all.", "back_in_ms": None}
CUT = object()  # the connection is cut in the middle of a line


class Scripted(BaseHTTPRequestHandler):
    """A server that answers each address with its next script, of lines, heartbeats (None) and CUT."""

    protocol_version = "HTTP/1.1"
    scripts: dict[str, list[list[Any]]]
    heard: list[str]

    def do_GET(self) -> None:
        path = self.path.removeprefix("/api/v1")
        self.heard.append(path)
        waiting = self.scripts[path.partition("?")[0]]
        lines = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for line in lines:
            if line is CUT:
                self.send_chunk(b'{"t": "eve')
                return self.connection.close()
            text = json.dumps(line).encode() if line is not None else b""
            self.send_chunk(text[:3])  # a line may come in pieces
            self.send_chunk(text[3:] + b"\n")
        self.wfile.write(b"0\r\n\r\n")

    do_POST = do_GET

    def send_chunk(self, data: bytes) -> None:
        if data:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def log_message(self, *words: Any) -> None:
        pass


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    class Own(Scripted):
        scripts: dict[str, list[list[Any]]] = {}
        heard: list[str] = []

    monkeypatch.setattr(sites, "LONGEST_PAUSE", 0.01)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Own)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Own.url = f"http://127.0.0.1:{server.server_port}"
    yield Own
    server.shutdown()
    server.server_close()


def start(game: str) -> dict[str, Any]:
    return {"t": "game_start", "game": game}


def challenge(name: str) -> dict[str, Any]:
    return {"t": "challenge", "id": name}


def notice(number: int) -> dict[str, Any]:
    return {"t": "notice", "notice": {"kind": "thanked", "id": number}}


def over(game: str) -> dict[str, Any]:
    return {"t": "game_over", "game": game}


def gone(name: str) -> dict[str, Any]:
    return {"t": "challenge_gone", "id": name}


def by_asyncio(url: str, name: str, *arguments: Any) -> list[Any]:
    """Return what a stream of the asyncio client yields until the site refuses it."""

    async def listen() -> list[Any]:
        found = []
        try:
            async for each in getattr(client.AsyncSite(url, "eo_x"), name)(*arguments):
                found.append(each)
        except client.Refused:
            pass
        return found

    return asyncio.run(listen())


def by_sockets(url: str, name: str, *arguments: Any) -> list[Any]:
    """Return what the same stream of the client without an event loop yields."""
    found = []
    try:
        for each in getattr(client.Site(url, "eo_x"), name)(*arguments):
            found.append(each)
    except client.Refused:
        pass
    return found


WAYS = pytest.mark.parametrize("listen", [by_sockets, by_asyncio], ids=["sockets", "asyncio"])


@WAYS
def test_events_come_once_over_several_streams(scripted: Any, listen: Any) -> None:
    scripted.scripts = {
        "/stream": [
            [None, start("g1"), challenge("c1"), notice(1), CUT],
            [None, start("g1"), challenge("c1"), notice(1), start("g2"), over("g1"), over("g1"), CUT],
            [None, start("g2"), challenge("c1"), notice(1), notice(2), gone("c1"), END],
        ]
    }
    assert listen(scripted.url, "events") == [
        start("g1"), challenge("c1"), notice(1), start("g2"), over("g1"), notice(2), gone("c1"),
    ]  # fmt: skip
    assert scripted.heard == ["/stream"] * 3


@WAYS
def test_what_ended_while_the_stream_was_cut_is_found(scripted: Any, listen: Any) -> None:
    scripted.scripts = {
        "/stream": [
            [None, start("g1"), start("g2"), challenge("c1"), challenge("c2"), CUT],
            [None, start("g2"), challenge("c2"), None, None, END],
        ],
        "/games/g1": [[{"finished": 1764150000000}]],
        "/challenges": [[{"to_me": [{"id": "c2"}], "mine": []}]],
    }
    assert listen(scripted.url, "events")[4:] == [over("g1"), gone("c1")]
    assert scripted.heard == ["/stream", "/stream", "/games/g1", "/challenges"]


BLANK = {
    "phase": "play", "deal": 1, "dealer": 0, "scores": [0, 0], "hand": [], "held": [4, 4],
    "thrown": [True, True], "throw": [], "starter": None, "pile": [], "count": 0, "played": [],
    "turn": [0], "playable": [], "must_go": False, "winner": None, "value": None, "ended": None,
}  # fmt: skip


def played(seat: int, card: str) -> dict[str, Any]:
    return {"e": "played", "seat": seat, "card": card, "count": 5}


MOVES = [played(n % 2, card) for n, card in enumerate(("5H", "JD", "4S", "AC", "2C"))]


def table(ply: int, **view: Any) -> dict[str, Any]:
    history = [{"ply": n + 1, "events": [MOVES[n]]} for n in range(ply)]
    names = [{"name": "Ann"}, {"name": "Bob"}]
    return {
        "t": "table", "ply": ply, "you": None, "fair": {}, "players": names, "view": BLANK | view,
        "history": history,
    }  # fmt: skip


def event(since: int, ply: int, **view: Any) -> dict[str, Any]:
    return {"t": "event", "since": since, "ply": ply, "events": MOVES[since:ply], "view": BLANK | view}


@WAYS
def test_a_watched_game_has_every_move_once(scripted: Any, listen: Any) -> None:
    """Over a cut stream, a repeated frame, a skipped one, and a server that lags behind."""
    scripted.scripts = {
        "/games/k3v9/watch": [
            [None, table(1), event(1, 2), event(1, 2), CUT],
            [None, table(1), event(1, 2)],
            [None, table(2), event(3, 4)],
            [None, table(4), {"t": "said", "text": "nobs"}, event(4, 5, ended="played", winner=0), END],
        ]
    }
    steps = listen(scripted.url, "watch", "k3v9")
    assert [step.ply for step in steps] == [1, 2, 3, 4, 5]
    cards = [each.card for step in steps for each in step.events]
    assert cards == ["5H", "JD", "4S", "AC", "2C"]
    assert steps[-1].view.ended == "played"


@WAYS
def test_lines_are_complete_or_asked_for_again(scripted: Any, listen: Any) -> None:
    scripted.scripts = {"/bots": [[{"name": "a"}, CUT], [{"name": "a"}, {"name": "b"}]]}
    if listen is by_sockets:
        found = client.Site(scripted.url).lines("GET", "/bots")
    else:
        found = asyncio.run(client.AsyncSite(scripted.url).lines("GET", "/bots"))
    assert found == [{"name": "a"}, {"name": "b"}]


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"SSH-2.0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}junk\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{\xff",
        b"x" * 100_000,
    ],
)
def test_an_answer_that_is_not_whole_is_no_answer(answer: bytes) -> None:
    pieces = [answer[:5], answer[5:], b""]
    assert read(pieces) is None


def test_an_answer_may_come_in_any_pieces_after_an_interim_one() -> None:
    head = b"HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    whole = head + b"1;x=y\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
    for size in range(1, len(whole)):
        assert read([whole[n : n + size] for n in range(0, len(whole), size)]) == {}


def read(pieces: list[bytes]) -> Any:
    """Return the JSON of an answer in these pieces, or None if it is not whole."""

    class Pieces:
        async def receive(self) -> bytes:
            return pieces.pop(0) if pieces else b""

    answer = Answer(Pieces())

    async def whole() -> Any:
        await answer.read_head()
        return json_object(await answer.read())

    try:
        return drive(whole())
    except ValueError:
        return None


def test_a_request_carries_nothing_that_could_split_it() -> None:
    for token, path in (("eo_x\r\nHost: evil", "/me"), ("eo_x", "/me HTTP/1.1\r\nX: y"), ("eo_é", "/me")):
        with pytest.raises(ValueError, match="printable ASCII"):
            client.Site("http://127.0.0.1:1", token).call("GET", path)


@pytest.mark.parametrize("url", ["cribbage.example", "ftp://cribbage.example", "https://", "http://:80"])
def test_an_address_that_is_none_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(ValueError, match=r"is no address of a site: write it as https://cribbage\.example"):
        client.Site(url)
