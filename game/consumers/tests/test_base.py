"""One socket: it answers, never waits, and closes where it should."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from django.db import OperationalError

from cribbage_site.routing import SocketRouter
from cribbage_site.urls import websocket_urlpatterns
from game.consumers import base as module
from game.consumers.base import (
    FRAME_BURST,
    FRAMES_PER_SECOND,
    MAX_UNREAD_BYTES,
    SILENCE_TIMEOUT,
    drop_silent,
    open_consumers,
)
from game.table.hub import Hub
from game.wire.messages import MAX_FRAME
from tests.worlds.transport import FakeTransport, Parrot, open_consumer, wait_until_settled


def at_a_socket(doing: Callable[[Parrot, FakeTransport], Any]) -> Any:
    async def do() -> Any:
        wire = FakeTransport()
        async with open_consumer(Parrot({}, wire.send), wire) as parrot:
            return await doing(parrot, wire)

    return asyncio.run(do())


@pytest.fixture
def on_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Move the event loop's own clock."""

    def move(seconds: float) -> None:
        loop = asyncio.get_running_loop()
        was = loop.time
        monkeypatch.setattr(loop, "time", lambda: was() + seconds)

    return move


def test_the_handshake_is_accepted_before_any_frame():
    async def look(parrot: Parrot, wire: FakeTransport) -> Any:
        return wire.sent

    assert at_a_socket(look) == [{"type": "websocket.accept"}]


def test_frames_are_answered_in_order():
    async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
        for n in range(50):
            wire.push_frame(str(n))
        await wait_until_settled()
        return wire.frames

    assert at_a_socket(talk) == list(range(50))


def test_a_server_error_is_reported_and_the_socket_stays_open(caplog: pytest.LogCaptureFixture):
    async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
        wire.push_frame("broken")
        wire.push_frame("1")
        await wait_until_settled()
        return wire.frames

    failed, after = at_a_socket(talk)
    assert (failed["code"], after) == ("try_again", 1)


def test_a_closed_socket_is_no_longer_counted():
    async def look(parrot: Parrot, wire: FakeTransport) -> tuple[Parrot, bool]:
        return parrot, parrot in open_consumers

    parrot, was_there = at_a_socket(look)
    assert (was_there, parrot in open_consumers, parrot.has_left) == (True, False, True)


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/table/", "/ws/table/a/b", "/ws/table/\x00", "/ws/lobby/"])
def test_unknown_paths_are_closed(path: str):
    # Regression: any client could cause a server error with a traceback.
    async def knock() -> Any:
        wire = FakeTransport()
        scope = {"type": "websocket", "path": path, "headers": []}
        await SocketRouter(websocket_urlpatterns)(scope, wire.incoming.get, wire.send)
        return wire.sent

    assert asyncio.run(knock()) == [{"type": "websocket.close"}]


@pytest.mark.parametrize(
    "cookie", [b'sessionid="\\000abcdefgh"', b"sessionid=", b"sessionid=a;b", b"\xff\xfe", b""]
)
def test_a_malformed_cookie_identifies_no_player(cookie: bytes):
    # Regression: PostgreSQL can't look up a session whose key contains NUL.
    assert module._session_key({"headers": [(b"cookie", cookie)]}) in (None, "a")


class TestClosed:
    @pytest.mark.parametrize(
        ("frame", "code", "close"),
        [
            ({"data": b"\x00"}, "text_only", 4400),
            ({"text": "x" * (MAX_FRAME + 1)}, "too_long", 4409),
            ({"text": "é" * (MAX_FRAME // 2 + 1)}, "too_long", 4409),
        ],
    )
    def test_an_invalid_frame_closes_the_socket(self, frame: dict[str, Any], code: str, close: int):
        async def shout(parrot: Parrot, wire: FakeTransport) -> Any:
            wire.push_frame(**frame)
            await wait_until_settled()
            return wire.frames[-1]["code"], wire.close_code

        assert at_a_socket(shout) == (code, close)

    def test_a_frame_of_maximum_length_is_accepted(self):
        async def say(parrot: Parrot, wire: FakeTransport) -> Any:
            wire.push_frame('"' + "x" * (MAX_FRAME - 2) + '"')
            await wait_until_settled()
            return wire.close_code, len(wire.frames)

        assert at_a_socket(say) == (None, 1)

    def test_nothing_is_sent_after_closing(self):
        async def go(parrot: Parrot, wire: FakeTransport) -> Any:
            parrot.close(4410, "gone", "The player at this table has stopped waiting.")
            parrot.send(b"1")
            parrot.close(4404, "no_game", "There’s no such game.")
            return wire.frames, wire.close_code

        told, close = at_a_socket(go)
        assert ([frame["code"] for frame in told], close) == (["gone"], 4410)

    def test_nothing_is_handled_after_closing(self):
        async def go(parrot: Parrot, wire: FakeTransport) -> Any:
            parrot.close(4410, "gone", "The player at this table has stopped waiting.")
            wire.push_frame("1")
            await wait_until_settled()
            return len(wire.frames)

        assert at_a_socket(go) == 1

    def test_a_stopping_process_tells_clients_when_to_reconnect(self):
        async def stop() -> FakeTransport:
            wire = FakeTransport()
            life = asyncio.create_task(Parrot({}, wire.send).run(None, wire.incoming.get))
            await wait_until_settled()
            life.cancel()
            await asyncio.gather(life, return_exceptions=True)
            return wire

        wire = asyncio.run(stop())
        (bye,) = wire.frames
        assert (bye["t"], bye["code"], bye["back_in_ms"] > 0, wire.close_code) == (
            "bye",
            "restart",
            True,
            4503,
        )

    def test_reconnects_after_a_restart_are_spread_out(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(module, "_stopping", False)

        async def stop() -> list[FakeTransport]:
            wires = [FakeTransport() for _ in range(4)]
            async with AsyncExitStack() as stack:
                for wire in wires[:3]:
                    await stack.enter_async_context(open_consumer(Parrot({}, wire.send), wire))
                assert not module.is_stopping()
                module.close_all_for_restart()
                assert module.is_stopping()
                await stack.enter_async_context(open_consumer(Parrot({}, wires[3].send), wires[3]))
            return wires

        wires = asyncio.run(stop())
        assert {wire.close_code for wire in wires} == {4503}
        back = [wire.frames[-1]["back_in_ms"] for wire in wires]
        soonest, latest = module.RECONNECT_SPREAD_MS
        assert len(set(back)) == 4
        assert (min(back), max(back)) == (soonest, back[3]) == (soonest, latest)

    def test_a_failed_player_lookup_tells_the_client_when_to_reconnect(self, monkeypatch: pytest.MonkeyPatch):
        async def no_database(session_key: str | None) -> None:
            raise OperationalError("the database is away")

        monkeypatch.setattr(module, "_load_player", no_database)

        async def arrive(parrot: Parrot, wire: FakeTransport) -> Any:
            return wire.frames[-1], wire.close_code

        bye, close = at_a_socket(arrive)
        assert (bye["code"], bye["back_in_ms"] > 0, close) == ("restart", True, 4503)


class TestFlood:
    def test_a_flood_of_frames_closes_the_socket(self):
        async def flood(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(FRAME_BURST + 10):
                wire.push_frame("1")
            await wait_until_settled()
            return wire.frames[-1], wire.close_code, len(wire.frames)

        bye, close, told = at_a_socket(flood)
        assert (bye["code"], close) == ("flood", 4429)
        assert FRAME_BURST <= told - 1 <= FRAME_BURST + 1

    def test_a_burst_within_the_limit_is_accepted(self):
        async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(FRAME_BURST):
                wire.push_frame("1")
            await wait_until_settled()
            return wire.close_code

        assert at_a_socket(talk) is None

    def test_bursts_with_pauses_are_accepted(self, on_time: Callable[[float], None]):
        async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(5):
                for _ in range(FRAMES_PER_SECOND * 5):
                    wire.push_frame("1")
                await wait_until_settled()
                on_time(5)
            return wire.close_code

        assert at_a_socket(talk) is None

    def test_a_rate_slightly_above_the_limit_closes_the_socket_eventually(
        self, on_time: Callable[[float], None]
    ):
        async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(30):
                for _ in range(FRAMES_PER_SECOND * 2):
                    wire.push_frame("1")
                await wait_until_settled()
                on_time(1)
            return wire.close_code

        assert at_a_socket(talk) == 4429

    def test_frames_with_an_effect_are_not_counted(self):
        async def play(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(10 * FRAME_BURST):
                wire.push_frame("spared")
                wire.sent.clear()
                await asyncio.sleep(0)
            return wire.close_code

        assert at_a_socket(play) is None


class TestSilence:
    def test_a_silent_client_is_dropped_and_may_reconnect(self, on_time: Callable[[float], None]):
        async def be_silent(parrot: Parrot, wire: FakeTransport) -> Any:
            on_time(SILENCE_TIMEOUT + 1)
            await drop_silent()
            return wire.frames[-1], wire.close_code

        bye, close = at_a_socket(be_silent)
        assert (bye["code"], bye["back_in_ms"], close) == ("silent", 0, 4408)
        assert bye["says"] == "Your page sent nothing for too long."

    def test_a_client_that_pings_stays(self, on_time: Callable[[float], None]):
        async def ping(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(4):
                on_time(SILENCE_TIMEOUT / 2)
                wire.push_frame("1")
                await wait_until_settled()
                await drop_silent()
            return wire.close_code

        assert at_a_socket(ping) is None

    def test_a_new_client_is_not_treated_as_silent(self, monkeypatch: pytest.MonkeyPatch):
        # Regression: a socket was never marked as heard from until its player was known.
        looked_up = asyncio.Event()

        async def slow_lookup(session_key: str | None) -> None:
            await looked_up.wait()

        monkeypatch.setattr(module, "_load_player", slow_lookup)

        async def arrive(parrot: Parrot, wire: FakeTransport) -> Any:
            await drop_silent()
            looked_up.set()
            return wire.close_code

        assert at_a_socket(arrive) is None


class TestSlow:
    def test_a_client_that_sends_nothing_while_much_is_sent_to_it_is_dropped_as_silent(self):
        async def tell(parrot: Parrot, wire: FakeTransport) -> Any:
            frame = b'"' + b"x" * 1022 + b'"'
            for _ in range(MAX_UNREAD_BYTES // 1024 + 1):
                parrot.send(frame)
            return wire.frames[-1], wire.close_code, len(wire.frames)

        bye, close, told = at_a_socket(tell)
        assert (bye["code"], close, told) == ("silent", 4408, MAX_UNREAD_BYTES // 1024 + 1)

    def test_an_active_client_can_receive_any_amount(self):
        async def tell(parrot: Parrot, wire: FakeTransport) -> Any:
            frame = b'"' + b"x" * 1022 + b'"'
            for _ in range(8):
                for _ in range(MAX_UNREAD_BYTES // 2048):
                    parrot.send(frame)
                wire.push_frame("1")
                await wait_until_settled()
            return wire.close_code

        assert at_a_socket(tell) is None

    def test_a_full_buffer_drops_its_own_socket(self):
        async def tell(parrot: Parrot, wire: FakeTransport) -> Any:
            wire.is_full = True
            parrot.send(b"1")
            wire.is_full = False
            wire.has_room.set()
            await wait_until_settled()
            return wire.frames, wire.close_code

        # The frame that did not fit is lost: the page reconnects and says hello.
        assert at_a_socket(tell) == ([], 4408)

    def test_a_full_buffer_delays_no_other_socket(self):
        async def tell() -> Any:
            full, free = FakeTransport(), FakeTransport()
            async with (
                open_consumer(Parrot({}, full.send), full) as one,
                open_consumer(Parrot({}, free.send), free) as other,
            ):
                hub = Hub()
                hub.join(one)
                hub.join(other)
                full.is_full = True
                for n in range(3):
                    hub.broadcast(lambda seat, n=n: b"%d" % n)
                return free.frames, free.close_code

        assert asyncio.run(tell()) == ([0, 1, 2], None)

    def test_sending_to_a_closed_socket_raises_nothing(self):
        async def tell(parrot: Parrot, wire: FakeTransport) -> Any:
            async def broken_pipe(message: Any) -> None:
                raise OSError("closed")

            parrot._asgi_send = broken_pipe
            parrot.send(b"1")
            parrot.send(b"2")
            return wire.frames

        assert at_a_socket(tell) == []
