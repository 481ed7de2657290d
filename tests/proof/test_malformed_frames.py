"""Malformed frames at a table change nothing, log no error, and do not disturb other players."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest
import websockets
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from bench.live.accounting import resident_bytes
from conftest import server_on_this_database
from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.server_process import Server
from game.engine.cards import TEXTS
from tests.proof.background_games import BackgroundGames, GameAccess
from tests.proof.malformed_frames import DEEP, is_allowed_frame, malformed_frames, random_websocket_bytes
from tests.proof.tabs import PATIENCE
from tests.worlds.scripted_player import Frame, Visitor, connect_table

pytestmark = pytest.mark.slow

AT_ONCE = 8
CUT = 1006  # the line is cut, without a goodbye
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # what fails is not sent again a hundred times
LONGEST_GAME = 120  # seconds, on a busy machine
A_BREATH = 130  # more than a client may send at once
ANSWERS = {
    "table", "waiting", "refused", "ack", "pong", "said", "fair", "here", "event", "rematch", "hint", "bye"
}  # fmt: skip

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5
)
CARDS = st.sampled_from(TEXTS)
MOVES = st.fixed_dictionaries(
    {"kind": st.sampled_from(["throw", "play", "go", "claim", "call", "pass", "resign", ""])},
    optional={"card": CARDS | JSON, "cards": st.lists(CARDS, max_size=3), "points": JSON},
)
MESSAGES = st.fixed_dictionaries(
    {"t": st.sampled_from(["hello", "commit", "reveal", "move", "say", "claim_win", "hint", "ping", ""])},
    optional={
        "ply": st.integers(-2, 60),
        "since": JSON,
        "move": MOVES | JSON,
        "c": JSON,
        "phrase": JSON,
        "text": JSON,
    },
)
FRAMES = (st.text() | st.binary().map(bytes.hex) | JSON.map(json.dumps) | MESSAGES.map(json.dumps)).filter(
    lambda frame: len(frame.encode()) <= 4096
)


@pytest.fixture(scope="module")
def scene() -> Iterator[BackgroundGames]:
    with server_on_this_database() as server, BackgroundGames(server, Random(6)) as scene:
        yield scene


@pytest.fixture(autouse=True)
def unharmed(scene: BackgroundGames) -> Iterator[None]:
    """After all of it every row is what it was, to the byte, and nothing went wrong that was written down."""
    logged = len(scene.server.log.read_bytes())
    yield
    assert scene.load_rows() == scene.before
    said = scene.server.log.read_bytes()[logged:].decode()
    assert "Traceback" not in said, said[-4000:]
    assert "ERROR" not in said, said[-4000:]


def opened(server: Server, chair: GameAccess) -> Any:
    return connect_table(server.ws_url, chair.game, chair.cookies, **PATIENCE)


Told = tuple[list[Frame], int | None]


async def shout(server: Server, chair: GameAccess, frames: Sequence[str | bytes]) -> Told:
    """Send all frames. After a connection limit, reconnect at the given time."""
    told, closed = await shout_at_once(server, chair, frames)
    if told and told[-1].get("code") == "too_many":
        await asyncio.sleep(told[-1]["back_in_ms"] / 1000)
        return await shout_at_once(server, chair, frames)
    return told, closed


async def shout_at_once(server: Server, chair: GameAccess, frames: Sequence[str | bytes]) -> Told:
    """Say all this without waiting; what was answered, and how the socket was closed, if it was."""
    told: list[Frame] = []
    async with opened(server, chair) as socket:
        with suppress(ConnectionClosed):
            for frame in (*frames, THAT_WAS_ALL):
                await socket.send(frame)
        with suppress(ConnectionClosed):
            while "that was all" not in told_last(told):
                told.append(json.loads(await socket.recv()))
            return told, None
        return told, socket.close_code


THAT_WAS_ALL = '{"t":"that was all"}'


def told_last(told: list[Frame]) -> str:
    return str(told[-1].get("says", "")) if told else ""


def expected_close(chair: GameAccess, scene: BackgroundGames, close: int | None) -> int | None:
    """A player who waits for an opponent waits alone: every other client is refused at once."""
    return 4403 if chair.game == scene.open_seek and chair.you != 0 else close


class TestShouting:
    def test_forged_torn_early_and_late_frames(self, scene: BackgroundGames) -> None:
        randomness, wanted = Random(61), repetitions(130_000, one_in=100)
        heard: Counter[str] = Counter()

        async def shout_on() -> None:
            while heard.total() < wanted:
                chair = randomness.choice(scene.accesses)
                frames = list(islice(malformed_frames(chair.view, chair.you, randomness), A_BREATH))
                told, closed = await shout(scene.server, chair, frames)
                heard.update(frame.get("code", frame["t"]) for frame in told)
                if closed is not None:
                    assert closed == expected_close(chair, scene, 4429), f"{closed} at {chair}: {told[-3:]}"
                    assert told[-1]["t"] == "bye"
                    assert told[-1]["code"] in ("flood", "not_yours")

        async def all_at_once() -> None:
            await asyncio.gather(*[shout_on() for _ in range(AT_ONCE)])

        asyncio.run(all_at_once())
        assert heard["nonsense"] > wanted / 10
        assert heard["flood"] > 0
        assert not heard["try_again"]

    @settings(
        max_examples=repetitions(1500, one_in=40), suppress_health_check=list(HealthCheck), phases=PHASES
    )
    @given(at=st.integers(0, 23), frames=st.lists(FRAMES, min_size=20, max_size=60))
    def test_frames_generated_by_hypothesis(self, scene: BackgroundGames, at: int, frames: list[str]) -> None:
        chair = scene.accesses[at]
        harmless = [frame for frame in frames if not is_allowed_frame(chair.view, chair.you, frame)]
        told, closed = asyncio.run(shout(scene.server, chair, harmless))
        assert closed == expected_close(chair, scene, None)
        assert {frame["t"] for frame in told} <= ANSWERS
        assert "try_again" not in {frame.get("code") for frame in told}

    def test_any_bytes_on_the_wire(self, scene: BackgroundGames) -> None:
        """Past any WebSocket library: what is no frame is not even heard, and the line is cut."""
        randomness = Random(63)

        async def scribble_on() -> None:
            for _ in range(repetitions(3000, one_in=40)):
                await write_past(
                    scene.server, randomness.choice(scene.accesses), random_websocket_bytes(randomness)
                )

        asyncio.run(scribble_on())


async def past_any_library(
    server: Server, chair: GameAccess
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket whose bytes are ours to choose."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = (
        f"GET /ws/table/{chair.game} HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        f"Origin: {server.url}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Cookie: {chair.cookies}",
    )
    writer.write("\r\n".join((*head, "", "")).encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def write_past(server: Server, chair: GameAccess, scribble: bytes) -> None:
    """Open a socket, write bytes into it, hang up, and read until the other end has hung up too."""
    reader, writer = await past_any_library(server, chair)
    with suppress(OSError):
        writer.write(scribble)
        writer.write_eof()
        await reader.read()
    writer.close()


class TestClosing:
    """The socket is closed as specified, and clients get the reason if possible."""

    @pytest.mark.parametrize(
        ("frame", "code"),
        [
            pytest.param("x" * 4097, 4409, id="a byte too long"),
            pytest.param("é" * 2049, 4409, id="too long in bytes"),
            pytest.param(b"{}", 4400, id="binary"),
            pytest.param("x" * (64 * 1024), 4409, id="as long as the server lets through"),
            pytest.param("x" * (64 * 1024 + 1), CUT, id="longer than that"),
        ],
    )
    def test_a_frame_that_is_no_message_of_ours(
        self, scene: BackgroundGames, frame: str | bytes, code: int
    ) -> None:
        for chair in scene.accesses[:4]:
            told, closed = asyncio.run(shout(scene.server, chair, [frame]))
            assert closed == code
            assert code == CUT or told[-1]["t"] == "bye"

    def test_ninety_nine_frames_are_heard_and_half_as_many_again_are_a_flood(
        self, scene: BackgroundGames
    ) -> None:
        for number, close in ((99, None), (150, 4429)):
            told, closed = asyncio.run(shout(scene.server, scene.accesses[0], ["?"] * number))
            assert closed == close
            assert sum(frame.get("code") == "nonsense" for frame in told) >= 99

    def test_a_frame_of_the_maximum_length_is_accepted(self, scene: BackgroundGames) -> None:
        told, closed = asyncio.run(shout(scene.server, scene.accesses[0], ["x" * 4096]))
        assert ([frame["code"] for frame in told], closed) == (["nonsense"] * 2, None)

    def test_ten_megabytes_are_refused_before_they_are_held(self, scene: BackgroundGames) -> None:
        server = scene.server
        assert server.process is not None
        before = resident_bytes(server.process.pid)

        async def shout_loud() -> int | None:
            async with opened(server, scene.accesses[0]) as socket:
                with suppress(ConnectionClosed):
                    await socket.send("x" * 10_000_000)
                    await socket.recv()
            return int(socket.close_code)

        assert [asyncio.run(shout_loud()) for _ in range(5)] == [CUT] * 5
        assert resident_bytes(server.process.pid) - before < 5_000_000

    def test_ten_megabytes_in_pieces_are_refused(self, scene: BackgroundGames) -> None:
        async def shout_on_and_on() -> int | None:
            async with opened(scene.server, scene.accesses[0]) as socket:
                with suppress(ConnectionClosed):
                    await socket.send("x" * 50_000 for _ in range(200))
            return int(socket.close_code)

        assert asyncio.run(shout_on_and_on()) == CUT

    def test_a_client_that_sends_without_end_is_cut_off_and_takes_no_memory(
        self, scene: BackgroundGames
    ) -> None:
        server = scene.server
        assert server.process is not None
        frame = bytes((0x81, 0xFE)) + (4000).to_bytes(2, "big") + bytes(4) + b"x" * 4000

        async def go_on_and_on() -> bool:
            _, writer = await past_any_library(server, scene.accesses[0])
            try:
                for _ in range(20_000):
                    writer.write(frame)
                    await writer.drain()
            except OSError:
                return True
            finally:
                writer.close()
            return False

        before = resident_bytes(server.process.pid)
        assert all(asyncio.run(go_on_and_on()) for _ in range(10))
        assert resident_bytes(server.process.pid) - before < 30_000_000


def test_nesting_a_thousand_deep_is_refused_everywhere(scene: BackgroundGames) -> None:
    """Found as a traceback: here what reads JSON fails with an error that is none of its own."""

    async def ask_the_lobby() -> Frame:
        async with websockets.connect(f"{scene.server.ws_url}/ws/lobby", **PATIENCE) as socket:
            await socket.send(DEEP)
            return dict(json.loads(await socket.recv()))

    assert asyncio.run(ask_the_lobby())["code"] == "nonsense"
    status, answer = Visitor(scene.server.url).post("/api/games", DEEP.encode())
    assert (status, answer["error"]) == (400, "bad_request")
    told, _ = asyncio.run(shout(scene.server, scene.accesses[0], [DEEP]))
    assert told[0]["code"] == "nonsense"


def test_meanwhile_others_played_on(scene: BackgroundGames) -> None:
    """Their games are proved as they end; should one have gone wrong, the scene fails as it closes."""
    give_up_at = time.monotonic() + LONGEST_GAME
    while not scene.games_played:
        assert time.monotonic() < give_up_at, "no game ended"
        time.sleep(0.1)
