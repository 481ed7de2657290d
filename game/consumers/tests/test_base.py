"""One socket: it answers, it waits for nobody, and it closes where it should."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from channels.routing import URLRouter
from django.db import OperationalError

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


def test_the_handshake_is_accepted_before_anything_is_told():
    async def look(parrot: Parrot, wire: FakeTransport) -> Any:
        return wire.sent

    assert at_a_socket(look) == [{"type": "websocket.accept"}]


def test_what_is_heard_is_answered_in_its_order():
    async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
        for n in range(50):
            wire.push_frame(str(n))
        await wait_until_settled()
        return wire.frames

    assert at_a_socket(talk) == list(range(50))


def test_a_fault_of_ours_is_told_and_the_socket_stays_open(caplog: pytest.LogCaptureFixture):
    async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
        wire.push_frame("broken")
        wire.push_frame("1")
        await wait_until_settled()
        return wire.frames

    failed, after = at_a_socket(talk)
    assert (failed["code"], after) == ("try_again", 1)


def test_a_socket_that_is_gone_is_counted_no_more():
    async def look(parrot: Parrot, wire: FakeTransport) -> tuple[Parrot, bool]:
        return parrot, parrot in open_consumers

    parrot, was_there = at_a_socket(look)
    assert (was_there, parrot in open_consumers, parrot.has_left) == (True, False, True)


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/table/", "/ws/table/a/b", "/ws/table/\x00", "/ws/lobby/"])
def test_where_no_socket_is_none_opens(path: str):
    # Found by trying: it was a fault of ours, with its traceback, for anybody who knocked anywhere.
    async def knock() -> Any:
        wire = FakeTransport()
        scope = {"type": "websocket", "path": path, "headers": []}
        await URLRouter(websocket_urlpatterns)(scope, wire.incoming.get, wire.send)
        return wire.sent

    assert asyncio.run(knock()) == [{"type": "websocket.close"}]


@pytest.mark.parametrize(
    "cookie", [b'sessionid="\\000abcdefgh"', b"sessionid=", b"sessionid=a;b", b"\xff\xfe", b""]
)
def test_a_cookie_that_no_server_gave_out_is_nobodys(cookie: bytes):
    # Found by reading: PostgreSQL does not look for a session with a NUL in its name.
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
    def test_a_frame_that_is_none_closes_it(self, frame: dict[str, Any], code: str, close: int):
        async def shout(parrot: Parrot, wire: FakeTransport) -> Any:
            wire.push_frame(**frame)
            await wait_until_settled()
            return wire.frames[-1]["code"], wire.close_code

        assert at_a_socket(shout) == (code, close)

    def test_a_frame_of_just_the_longest_is_heard(self):
        async def say(parrot: Parrot, wire: FakeTransport) -> Any:
            wire.push_frame('"' + "x" * (MAX_FRAME - 2) + '"')
            await wait_until_settled()
            return wire.close_code, len(wire.frames)

        assert at_a_socket(say) == (None, 1)

    def test_after_goodbye_nothing_is_told(self):
        async def go(parrot: Parrot, wire: FakeTransport) -> Any:
            parrot.close(4410, "gone", "No one is waiting here any more.")
            parrot.send(b"1")
            parrot.close(4404, "no_game", "There’s no such game.")
            return wire.frames, wire.close_code

        told, close = at_a_socket(go)
        assert ([frame["code"] for frame in told], close) == (["gone"], 4410)

    def test_after_goodbye_nothing_is_heard(self):
        async def go(parrot: Parrot, wire: FakeTransport) -> Any:
            parrot.close(4410, "gone", "No one is waiting here any more.")
            wire.push_frame("1")
            await wait_until_settled()
            return len(wire.frames)

        assert at_a_socket(go) == 1

    def test_a_process_that_is_told_to_stop_says_when_to_come_back(self):
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

    def test_all_who_are_here_are_told_to_come_back_one_after_the_other(
        self, monkeypatch: pytest.MonkeyPatch
    ):
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

    def test_where_nobody_can_be_looked_up_it_says_when_to_come_back(self, monkeypatch: pytest.MonkeyPatch):
        async def no_database(session_key: str | None) -> None:
            raise OperationalError("the database is away")

        monkeypatch.setattr(module, "_load_player", no_database)

        async def arrive(parrot: Parrot, wire: FakeTransport) -> Any:
            return wire.frames[-1], wire.close_code

        bye, close = at_a_socket(arrive)
        assert (bye["code"], bye["back_in_ms"] > 0, close) == ("restart", True, 4503)


class TestFlood:
    def test_too_much_at_once_closes_it(self):
        async def flood(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(FRAME_BURST + 10):
                wire.push_frame("1")
            await wait_until_settled()
            return wire.frames[-1], wire.close_code, len(wire.frames)

        bye, close, told = at_a_socket(flood)
        assert (bye["code"], close) == ("flood", 4429)
        assert FRAME_BURST <= told - 1 <= FRAME_BURST + 1

    def test_so_many_at_once_are_heard(self):
        async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(FRAME_BURST):
                wire.push_frame("1")
            await wait_until_settled()
            return wire.close_code

        assert at_a_socket(talk) is None

    def test_who_waits_may_go_on(self, on_time: Callable[[float], None]):
        async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(5):
                for _ in range(FRAMES_PER_SECOND * 5):
                    wire.push_frame("1")
                await wait_until_settled()
                on_time(5)
            return wire.close_code

        assert at_a_socket(talk) is None

    def test_who_always_says_a_little_too_much_is_closed_in_the_end(self, on_time: Callable[[float], None]):
        async def talk(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(30):
                for _ in range(FRAMES_PER_SECOND * 2):
                    wire.push_frame("1")
                await wait_until_settled()
                on_time(1)
            return wire.close_code

        assert at_a_socket(talk) == 4429

    def test_what_brings_something_about_is_not_counted(self):
        async def play(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(10 * FRAME_BURST):
                wire.push_frame("spared")
                wire.sent.clear()
                await asyncio.sleep(0)
            return wire.close_code

        assert at_a_socket(play) is None


class TestSilence:
    def test_who_is_not_heard_of_is_dropped_and_may_come_back(self, on_time: Callable[[float], None]):
        async def be_silent(parrot: Parrot, wire: FakeTransport) -> Any:
            on_time(SILENCE_TIMEOUT + 1)
            await drop_silent()
            return wire.frames[-1], wire.close_code

        bye, close = at_a_socket(be_silent)
        assert (bye["code"], bye["back_in_ms"], close) == ("silent", 0, 4408)
        assert bye["says"] == "We heard nothing from your page for too long."

    def test_who_is_heard_of_stays(self, on_time: Callable[[float], None]):
        async def ping(parrot: Parrot, wire: FakeTransport) -> Any:
            for _ in range(4):
                on_time(SILENCE_TIMEOUT / 2)
                wire.push_frame("1")
                await wait_until_settled()
                await drop_silent()
            return wire.close_code

        assert at_a_socket(ping) is None

    def test_who_has_just_come_is_not_taken_for_silent(self, monkeypatch: pytest.MonkeyPatch):
        # Found by reading: until it was known who they are, they had never been heard of.
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

    def test_who_is_heard_of_now_and_then_may_be_told_any_amount(self):
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

        # The frame that did not fit is lost: the page comes back and says hello.
        assert at_a_socket(tell) == ([], 4408)

    def test_a_full_buffer_holds_up_nobody_else(self):
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

    def test_a_socket_that_is_closed_already_holds_up_nobody(self):
        async def tell(parrot: Parrot, wire: FakeTransport) -> Any:
            async def broken_pipe(message: Any) -> None:
                raise OSError("closed")

            parrot._asgi_send = broken_pipe
            parrot.send(b"1")
            parrot.send(b"2")
            return wire.frames

        assert at_a_socket(tell) == []
