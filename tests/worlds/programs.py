"""A program: an account's token, its calls to a server, and its streams."""

import json
import queue
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from bench.seat import Seat
from cribbage_site.tests.patience import PATIENCE
from game.tokens.scopes import Scope
from rng import entropy
from tests.worlds.scripted_player import PASSWORD, Visitor
from tests.worlds.typed import check, check_answer, find_call

Line = dict[str, Any]


class Program:
    """A client with a token, and without a cookie."""

    def __init__(self, url: str, token: str | None = None, name: str = "") -> None:
        self.host, self.token, self.name = urlsplit(url).netloc, token, name

    def connect(self) -> HTTPConnection:
        return HTTPConnection(self.host, timeout=PATIENCE)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """One call: its status and its answer."""
        connection = self.connect()
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1{path}", sent, self.headers | headers)
            answer = connection.getresponse()
            told = json.loads(answer.read())
            if answer.status == 200:
                check_answer(method, path, told)
            return answer.status, told
        finally:
            connection.close()

    def call_ok(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """A call that must succeed."""
        status, answer = self.call(method, path, body, **headers)
        assert status == 200, answer
        return answer

    @contextmanager
    def stream(self, path: str, method: str = "GET", body: Any = None) -> Iterator["Stream"]:
        """Listen to a stream, for as long as this lasts."""
        connection = self.connect()
        connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), self.headers)
        line: socket.socket = connection.sock
        try:
            yield Stream(connection.getresponse(), find_call(method, path).answer)
        finally:
            with suppress(OSError):  # it has ended
                line.shutdown(socket.SHUT_RDWR)
            connection.close()


class Stream:
    """The lines of a stream, as they come in. Each is compared with its type."""

    def __init__(self, answer: Any, kind: Any) -> None:
        self._kind = kind
        self.status, self.headers = answer.status, answer.headers
        self._answer = answer
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self.beats: queue.Queue[bytes] = queue.Queue()  # the empty lines
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self._answer:
                (self._lines if line.strip() else self.beats).put(line)
        except (OSError, HTTPException, ValueError, AttributeError):
            pass  # it was hung up
        self._lines.put(None)

    def next(self) -> Line | None:
        """The next line; None at the end."""
        line = self._lines.get(timeout=PATIENCE)
        if line is None:
            return None
        told: Line = json.loads(line)
        if self.status == 200:
            check(told, self._kind)
        return told

    @property
    def kinds_waiting(self) -> list[str]:
        """Of which kinds the lines are that have come and were not taken yet."""
        return [json.loads(line)["t"] for line in [*self._lines.queue] if line]

    def until(self, kind: str, **fields: Any) -> Line:
        """The next line of this kind that has these fields."""
        while (line := self.next()) is not None:
            if line["t"] == kind and fields.items() <= line.items():
                return line
        raise AssertionError(f"it ended before any {kind}")

    def last(self) -> Line | None:
        """The last line before it ended."""
        last = None
        while (line := self.next()) is not None:
            last = line
        return last


def new_program(url: str, *scopes: Scope) -> Program:
    """A program of a new account."""
    visitor = Visitor(url)
    name = f"Player-{entropy.name_suffix()}"
    visitor.sign_up(name)
    return Program(url, make_token(visitor, *scopes), name)


def new_bot(url: str, owner: Program) -> Program:
    """A bot of an owner, whose token has the scope for it."""
    bot = new_program(url, Scope.BOT)
    wanted = {"owner": owner.token, "engine": "careful", "version": "1"}
    bot.call_ok("POST", "/bots/upgrade", wanted)
    return bot


def make_token(visitor: Visitor, *scopes: Scope) -> str:
    """Make a token on the page, as people do."""
    confirm = "/accounts/confirm/?next=/settings/tokens"
    wanted = {"name": "a program", "days": "30", **{f"scope-{scope}": "on" for scope in scopes}}
    visitor.submit(confirm, password=PASSWORD)
    status, page = visitor.submit("/settings/tokens", **wanted)
    assert status == 200, page
    return re.findall(r"eo_[\w-]{43}", page)[0]


class Player(Seat):
    """A program at a table: it keeps the protocol by calls, and plays plain moves."""

    def __init__(self, program: Program, game: str) -> None:
        super().__init__(game, entropy.secret())
        self.program = program

    def play(self, stream: Stream) -> Line:
        """Play to the end; the last view."""
        while not self.view or self.view["winner"] is None:
            line = stream.next()
            assert line is not None, "it ended before the game did"
            self.take_in(line)
        return self.view

    def listen(self, stream: Stream, is_met: Callable[["Player"], bool]) -> None:
        """Take in lines until something is so."""
        while not is_met(self):
            line = stream.next()
            assert line is not None, "it ended before that"
            self.update_state(line)

    def give(self, what: str, stream: Stream) -> None:
        """Give what the protocol awaits, once it awaits it."""
        self.listen(stream, lambda seat: bool(seat.fair) and seat.fair["must"] == what)
        owed = self.protocol_answer
        assert owed is not None
        body = {name: value for name, value in owed.items() if name != "t"}
        self.program.call_ok("POST", f"/play/{self.game}/{what}", body)

    def take_in(self, line: Line) -> None:
        """Do what a line asks for."""
        self.update_state(line)
        if line["t"] in ("table", "fair") and (owed := self.protocol_answer) is not None:
            body = {name: value for name, value in owed.items() if name != "t"}
            self.program.call_ok("POST", f"/play/{self.game}/{owed['t']}", body)
        elif self.is_my_turn and self.view["winner"] is None and (move := self.plain_move()) is not None:
            status, answer = self.move(move)
            assert status == 200 or answer["code"] == "stale", answer

    def plain_move(self) -> Line | None:
        """The first that the rules allow."""
        if self.view["phase"] == "throw":
            return {"kind": "throw", "cards": self.view["hand"][:2]} if not self.view["throw"] else None
        if self.view["must_go"]:
            return {"kind": "go"}
        return {"kind": "play", "card": self.view["playable"][0]} if self.view["playable"] else None

    def move(self, move: Line) -> tuple[int, Line]:
        """Make a move at the ply that is known."""
        return self.program.call("POST", f"/play/{self.game}/move", {"ply": self.ply, "move": move})
