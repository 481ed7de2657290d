"""A client that connects and sends nothing, or never finishes, does not affect players."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from cribbage_site.server import limits
from cribbage_site.server.http import LimitedHttp
from cribbage_site.server.limits import MAX_REQUEST_BYTES, REQUEST_SECONDS, incoming_requests
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.repetitions import FULL_PROOF, only_in_proof, repetitions
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor, connect_player

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
QUESTION = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def nobody_answers(scope: Any, receive: Any, send: Any) -> None:
    """An application that is never called."""


class Caller:
    """The client's side of a connection to a process, without a network."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        config = Config(nobody_answers, log_config=None, lifespan="off", access_log=False)
        config.load()
        loop = Mock(create_task=self.note_request)
        self.transport = Mock(get_extra_info=lambda name: None, is_closing=lambda: self.is_cut_off)
        self.channel = LimitedHttp(config, ServerState(), {}, loop)
        self.channel.connection_made(self.transport)

    def note_request(self, serving: Any) -> Mock:
        serving.close()
        self.asked.append(self.channel.cycle)
        return Mock()

    def send(self, words: bytes) -> None:
        self.channel.data_received(words)

    def be_answered(self) -> None:
        headers = [(b"content-length", b"0")]
        start = {"type": "http.response.start", "status": 200, "headers": headers}
        for message in (start, {"type": "http.response.body"}):
            with suppress(StopIteration):
                self.asked[-1].send(message).send(None)

    def hang_up(self) -> None:
        self.channel.connection_lost(None)

    @property
    def is_cut_off(self) -> bool:
        return bool(self.transport.abort.called)

    @property
    def is_asking(self) -> bool:
        return self.channel in incoming_requests.by_channel


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start without other requests, and stop the clock unless a test advances it."""
    monkeypatch.setattr(incoming_requests, "by_channel", {})
    monkeypatch.setattr(incoming_requests, "_alarm", None)
    monkeypatch.setattr(limits, "get_running_loop", Mock())


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that advances the clock, and aborts overdue requests."""

    def pass_time(seconds: float) -> None:
        now = limits.monotonic()
        monkeypatch.setattr(limits, "monotonic", lambda: now + seconds)
        incoming_requests.abort_overdue()

    return pass_time


def test_a_silent_connection_is_cut_off_after_a_while(later: Any) -> None:
    silent = Caller()
    later(REQUEST_SECONDS - 1)
    assert not silent.is_cut_off
    later(2)
    assert silent.is_cut_off


def test_the_timer_only_runs_while_a_request_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 0.05)
    monkeypatch.setattr(limits, "get_running_loop", asyncio.get_running_loop)
    silent = [Mock(), Mock()]

    async def wait() -> None:
        for each in silent:
            incoming_requests.begin(each)
            await asyncio.sleep(0.02)
        async with asyncio.timeout(PATIENCE):
            while incoming_requests._alarm:
                await asyncio.sleep(0.01)

    asyncio.run(wait())
    assert all(each.cut_off.called for each in silent)


@pytest.mark.parametrize("said", [b"G", HEAD, HEAD + b"Content-Length: 100\r\n\r\nx"])
def test_a_dripping_request_is_cut_off_too(later: Any, said: bytes) -> None:
    dripping = Caller()
    dripping.send(said)
    for _ in range(3):
        later(REQUEST_SECONDS / 3)
        dripping.send(b"a")
    later(1)
    assert dripping.is_cut_off


def test_a_complete_request_may_wait_for_its_answer_indefinitely(later: Any) -> None:
    asking = Caller()
    asking.send(QUESTION)
    later(10 * REQUEST_SECONDS)
    assert not asking.is_cut_off
    asking.be_answered()
    later(10 * REQUEST_SECONDS)
    assert not asking.is_cut_off  # the server's own setting limits idle time between two requests


@pytest.mark.parametrize("at_once", [b"", HEAD])
def test_the_next_request_on_a_connection_has_its_own_time(later: Any, at_once: bytes) -> None:
    asking = Caller()
    asking.send(QUESTION + at_once)
    later(100)
    asking.be_answered()
    asking.send(b"A: b\r\n" if at_once else HEAD)
    later(REQUEST_SECONDS - 1)
    assert not asking.is_cut_off
    asking.send(b"A: b\r\n")
    later(2)
    assert asking.is_cut_off


@pytest.mark.parametrize(
    "body", ["Content-Length: 9999999\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nfffff\r\n"]
)
def test_a_request_without_end_is_cut_off(body: str) -> None:
    endless = Caller()
    endless.send(HEAD + body.encode())
    for _ in range(MAX_REQUEST_BYTES // 65536):
        endless.send(b"x" * 65536)
    assert endless.is_cut_off
    assert not endless.is_asking


def test_with_too_many_open_requests_the_slowest_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_INCOMING", 3)
    callers = [Caller() for _ in range(3)]
    callers[1].send(QUESTION)
    callers += [Caller() for _ in range(2)]
    assert [caller.is_cut_off for caller in callers] == [True, False, False, False, False]
    assert [caller.is_asking for caller in callers] == [False, False, True, True, True]


def test_a_closed_connection_is_forgotten() -> None:
    Caller().hang_up()
    assert not incoming_requests.by_channel


MANY = repetitions(10_000, one_in=20)
# More connections than the server may have open files, unless that is ten thousand.
FILES = 20_000 if FULL_PROOF else 400
HANDSHAKE = (
    "GET /ws/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: {}\r\n\r\n"
)


class Small(Server):
    """A server with a low limit of open files."""

    def command(self) -> list[str]:
        return ["sh", "-c", f'ulimit -n {FILES} && exec "$@"', "sh", *super().command()]

    @property
    def memory(self) -> int:
        """Bytes of memory of the server process alone."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


@pytest.fixture(scope="module")
def small() -> Iterator[Small]:
    with Small() as server:
        yield server


def hang_on(server: Server, number: int, says: Any, is_receiving: bool) -> ExitStack:
    """Open this many connections. Each sends its text and hangs until the stack is closed."""
    hanging = ExitStack()
    for n in range(number):
        line = hanging.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
        line.sendall(says(n))
        if is_receiving:
            assert line.recv(12) == b"HTTP/1.1 101"
    return hanging


async def play_on(server: Server) -> list[float]:
    """Play a game while they hang. Return the seconds that each move took."""
    visitor = await asyncio.to_thread(Visitor, server.url)
    game = await asyncio.to_thread(visitor.new_game)
    took = []
    async with asyncio.timeout(PATIENCE), connect_player(visitor, game) as person:
        await person.wait_for_cards()
        for _ in range(repetitions(60, one_in=6)):
            await person.wait_for_turn()
            began = time.perf_counter()
            await person.play_moves(moves=1)
            took.append(time.perf_counter() - began)
    return sorted(took)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("who", "says", "is_receiving", "number"),
    [
        *only_in_proof(("connections that say nothing", lambda n: b"", False, MANY)),
        ("half a request each", lambda n: HEAD, False, MANY),
        # All from different addresses, because one may not have so many.
        (
            "sockets that say nothing",
            lambda n: HANDSHAKE.format(f"10.{n >> 8}.{n & 255}.1").encode(),
            True,
            MANY // 5 if not FULL_PROOF else MANY,
        ),
    ],
)
def test_players_can_connect_and_play_while_many_connections_hang(
    small: Small, who: str, says: Any, is_receiving: bool, number: int
) -> None:
    before = small.memory
    if FULL_PROOF:
        report("nobody beside them", asyncio.run(play_on(small)))
    with hang_on(small, number, says, is_receiving):
        took = asyncio.run(play_on(small))
        grown = (small.memory - before) / 1e6
    report(f"{number:,} {who}, {grown:.0f} MB more", took)
    assert grown < 20 + number * 0.06


def report(what: str, took: list[float]) -> None:
    median, worst = took[len(took) // 2] * 1000, took[-1] * 1000
    print(f"{what}: a move took {median:.0f} ms, the worst of {len(took)} {worst:.0f} ms")
