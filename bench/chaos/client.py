"""Play a seat to the end through all faults: reconnect after a lost connection, and resend requests."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from math import inf
from typing import Any, NamedTuple

import msgspec

from bench.chaos.clock import pause_free_time
from bench.chaos.connection import CONNECTION_ERRORS, TableConnection, connect_table
from bench.seat import Frame, Seat, score_laid_cards
from rng.twister import Twister

SHORTEST_RETRY, LONGEST_RETRY = 0.05, 1.0  # seconds before a retry
# The ping interval of a page, and its timeout for an answer.
PING_EVERY, PATIENCE = 15.0, 10.0

Choice = Callable[[Frame, Twister], Frame]


class ReceivedFrame(NamedTuple):
    """A received frame, the ply known after it, and the request that it refuses."""

    ply: int
    text: str
    refused_request: Frame | None

    @property
    def frame(self) -> Frame:
        return parse_frame(self.text)


class Wait(NamedTuple):
    """The time that a player waited, on the clock of `lived`."""

    since: float
    until: float


parse_frame: Callable[[str], Frame] = msgspec.json.Decoder(dict).decode


def random_move(view: Frame, randomness: Twister) -> Frame:
    """Return a random legal move. A count is mostly right, or not far off."""
    match view["phase"]:
        case "throw":
            return {"kind": "throw", "cards": randomness.sample(view["hand"], 2)}
        case "play" if view["must_go"]:
            return {"kind": "go"}
        case "play":
            return {"kind": "play", "card": randomness.choice(view["playable"])}
        case "count":
            return {
                "kind": "claim",
                "points": min(29, max(0, score_laid_cards(view["laid"]) + randomness.choice(COUNT_ERRORS))),
            }
        case "call":
            overlooked = (
                score_laid_cards(view["laid"]) - view["laid"]["claimed"] + randomness.choice(COUNT_ERRORS)
            )
            return {"kind": "call", "points": overlooked} if overlooked > 0 else {"kind": "pass"}
    raise AssertionError(f"no move is awaited: {view}")


COUNT_ERRORS = (0, 0, 0, -2, -1, 1, 2)


class ResilientClient(Seat):
    """Sits or watches at a table until the game is over and all is revealed. Uses any of these addresses.

    An address is that of a process, as in ws://127.0.0.1:8000. The pace is the seconds that a move may take.
    """

    def __init__(
        self,
        game: str,
        cookies: str,
        addresses: Sequence[str],
        randomness: Twister,
        *,
        choose: Choice = random_move,
        pace: float = 0.0,
        on_acknowledged: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(game, randomness.randbytes(32))
        self.cookies, self.addresses, self.randomness, self.choose = cookies, addresses, randomness, choose
        self.pace, self.on_acknowledged = pace, on_acknowledged
        self.socket: Any = None
        self.next_address = randomness.randrange(len(addresses))
        self.unanswered: deque[Frame] = deque()
        self.received: list[ReceivedFrame] = []
        self.acknowledged_moves: list[tuple[int, Frame]] = []
        self.refused: list[Frame] = []
        self.waits: list[Wait] = []
        self.connections_lost = 0
        # The time when each ply was seen.
        self.ply_seen_at: dict[int, float] = {}
        self._moved_at = 0.0
        self._moves_at = inf
        self._pings_at = self._gives_up_at = inf
        self._retry_after = 0.0

    @property
    def frames(self) -> Iterator[Frame]:
        return (heard.frame for heard in self.received)

    @property
    def stale_moves(self) -> list[Frame]:
        """The moves that were refused as stale."""
        refused = [
            heard.refused_request
            for heard in self.received
            if heard.refused_request and heard.frame["code"] == "stale"
        ]
        return [asked for asked in refused if asked["t"] == "move"]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, its last link revealed, and every request answered."""
        return self.view.get("phase") == "over" and self.has_last_link and not self.unanswered

    @property
    def may_move(self) -> bool:
        return self.is_my_turn and not self.unanswered

    async def play(self) -> "ResilientClient":
        """Play, or watch, to the end."""
        wait = SHORTEST_RETRY
        while not self.is_over:
            try:
                async with self.connect() as self.socket:
                    await self.send_hello()
                    self._restart_timers()
                    while not self.is_over:
                        if (text := await self._receive()) is not None:
                            await self.handle(text)
                            wait = SHORTEST_RETRY
            except CONNECTION_ERRORS:
                self.connections_lost += 1
                back_in, self._retry_after = self._retry_after, 0.0
                await asyncio.sleep((back_in or wait) * (0.5 + self.randomness.random()))
                wait = min(LONGEST_RETRY, wait * 2)
        return self

    def connect(self) -> AbstractAsyncContextManager[TableConnection]:
        """Connect to the next address."""
        self.next_address += 1
        address = self.addresses[self.next_address % len(self.addresses)]
        return connect_table(address, self.game, self.cookies)

    async def send_hello(self) -> None:
        """Send hello, and resend the unanswered move. The protocol requests missing parts itself."""
        again = [frame for frame in self.unanswered if frame["t"] == "move"]
        self.unanswered = deque([{"t": "hello", "since": self.ply}, *again])
        for frame in tuple(self.unanswered):
            await self.send(frame)

    async def request(self, frame: Frame) -> None:
        """Send a frame that is answered."""
        self.unanswered.append(frame)
        await self.send(frame)

    async def send(self, frame: Frame) -> None:
        await self.socket.send(json.dumps(frame))

    async def handle(self, text: str) -> None:
        """Process a frame, and take the action that it requires."""
        frame = parse_frame(text)
        asked = self.refused_request(frame)
        since = self.ply
        self.update_state(frame)
        self.received.append(ReceivedFrame(self.ply, text, asked))
        self.ply_seen_at.setdefault(self.ply, pause_free_time())
        if frame["t"] == "event" and frame["since"] != since:
            await self.request({"t": "hello", "since": self.ply})
        if asked is not None and frame["code"] == "try_again":
            await asyncio.sleep(0.2 * (0.5 + self.randomness.random()))
            await self.send(asked)
        if frame["t"] in ("table", "fair"):
            await self.follow_deal_protocol()
        await self.move_if_due()

    def update_state(self, frame: Frame) -> None:
        if frame["t"] == "event" and frame["since"] != self.ply:
            return  # a frame before it was missed
        super().update_state(frame)
        match frame["t"]:
            case "table":  # answers each hello, and may arrive after answers to later requests
                self.unanswered = deque(asked for asked in self.unanswered if asked["t"] != "hello")
            case "ack":
                asked = self.oldest_request
                self.unanswered.remove(asked)
                self.handle_ack(asked)
            case "refused" if (refused := self.refused_request(frame)) is not None:
                self.refused.append(frame)
                self.unanswered.remove(refused)
                if frame["code"] == "try_again":  # resend it after all requests that were sent meanwhile
                    self.unanswered.append(refused)
            case "bye":
                self._retry_after = (frame["back_in_ms"] or 0) / 1000

    def refused_request(self, frame: Frame) -> Frame | None:
        """Return the request that a frame refuses. A hello is never refused, but may fail.

        A chat phrase is usually answered by its own line. Its refusal is not an answer that the client waits
        for.
        """
        if frame["t"] != "refused" or frame["code"] == "hush":
            return None
        return self.unanswered[0] if frame["code"] == "try_again" else self.oldest_request

    @property
    def oldest_request(self) -> Frame:
        """Return the oldest of the requests that are answered in order."""
        return next(asked for asked in self.unanswered if asked["t"] != "hello")

    def handle_ack(self, asked: Frame) -> None:
        if asked["t"] == "move":
            self.acknowledged_moves.append((asked["ply"], asked["move"]))
            self.waits.append(Wait(self._moved_at, pause_free_time()))
            self.on_acknowledged()

    async def follow_deal_protocol(self) -> None:
        """Commit or reveal, unless that request is already pending."""
        answer = self.protocol_answer
        if answer is not None and answer["t"] not in {frame["t"] for frame in self.unanswered}:
            await self.request(answer)

    async def move_if_due(self) -> None:
        """Move if it is this player's turn, after a pause for thought."""
        if self.may_move and self._moves_at == inf:
            self._moves_at = asyncio.get_running_loop().time() + self.pace * self.randomness.random()
            if not self.pace:
                await self._move()

    async def _move(self) -> None:
        self._moves_at = inf
        if self.may_move:
            self._moved_at = pause_free_time()
            await self.request(
                {"t": "move", "ply": self.ply, "move": self.choose(self.view, self.randomness)}
            )

    async def _receive(self) -> str | None:
        """Return the next frame, or None after a timer action."""
        try:
            async with asyncio.timeout_at(min(self._moves_at, self._pings_at, self._gives_up_at)):
                text: str = await self.socket.recv()
        except TimeoutError:
            await self._run_timers(asyncio.get_running_loop().time())
            return None
        self._gives_up_at = inf
        return text

    async def _run_timers(self, now: float) -> None:
        if now >= self._gives_up_at:
            raise EOFError
        if now >= self._moves_at:
            await self._move()
        if now >= self._pings_at:
            await self.send({"t": "ping", "ply": self.ply})
            self._restart_timers()

    def _restart_timers(self) -> None:
        """Restart the timers for the expected answer and for the next ping."""
        now = asyncio.get_running_loop().time()
        self._pings_at, self._gives_up_at = now + PING_EVERY, now + PATIENCE
