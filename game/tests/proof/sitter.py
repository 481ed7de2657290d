"""A player who gives up on nothing: who comes back when the line is lost, and asks again."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
import websockets
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from game.engine.cards import cards
from game.engine.scoring import score_hand
from game.tests.live.person import Frame
from game.tests.proof.lived import lived
from rng.commitment import seat_commitment

SHORTEST, LONGEST = 0.05, 1.0  # seconds before another try
LOST = (OSError, EOFError, TimeoutError, ConnectionClosed, InvalidHandshake)

Choice = Callable[[Frame, Random], Frame]


class Heard(NamedTuple):
    """A frame as it came, the ply known after it, and what it refuses."""

    ply: int
    text: str
    asked: Frame | None

    @property
    def frame(self) -> Frame:
        return read(self.text)


read: Callable[[str], Frame] = msgspec.json.Decoder(dict).decode


def some_move(view: Frame, whim: Random) -> Frame:
    """Any move that is legal; a count is mostly right, or not far off."""
    match view["phase"]:
        case "throw":
            return {"kind": "throw", "cards": whim.sample(view["hand"], 2)}
        case "play" if view["must_go"]:
            return {"kind": "go"}
        case "play":
            return {"kind": "play", "card": whim.choice(view["playable"])}
        case "count":
            return {"kind": "claim", "points": min(29, max(0, worth(view["laid"]) + whim.choice(SLIPS)))}
        case "call":
            overlooked = worth(view["laid"]) - view["laid"]["claimed"] + whim.choice(SLIPS)
            return {"kind": "call", "points": overlooked} if overlooked > 0 else {"kind": "pass"}
    raise AssertionError(f"no move is awaited: {view}")


SLIPS = (0, 0, 0, -2, -1, 1, 2)


def worth(laid: Frame) -> int:
    """What a hand or crib counts."""
    hand, starter = cards(" ".join(laid["cards"])), cards(laid["starter"])[0]
    return score_hand(hand, starter, crib=laid["what"] == "crib").total


def line(door: str, game: str, cookies: str) -> Any:
    """A connection to a table; it lasts as long as both ends want, however slow the machine is."""
    headers = {"Cookie": cookies, "Origin": door.replace("ws", "http", 1)}
    patience: Any = {"open_timeout": 60, "close_timeout": 1, "ping_interval": None}
    return websockets.connect(f"{door}/ws/table/{game}", additional_headers=headers, **patience)


class Sitter:
    """One who sits or watches at a table, behind any of these doors, until the game is over and all is shown.

    A door is the address of a process, as in ws://127.0.0.1:8000; the pace is the seconds a move may take.
    """

    def __init__(
        self,
        game: str,
        cookies: str,
        doors: Sequence[str],
        whim: Random,
        *,
        choose: Choice = some_move,
        pace: float = 0.0,
        acknowledged: Callable[[], None] = lambda: None,
    ) -> None:
        self.game, self.cookies, self.doors, self.whim, self.choose = game, cookies, doors, whim, choose
        self.pace, self.acknowledged = pace, acknowledged
        self.secret = whim.randbytes(32)
        self.socket: Any = None
        self.knocks = whim.randrange(len(doors))
        self.you: int | None = None
        self.ply = -1
        self.view: Frame = {}
        self.fair: Frame = {}
        self.unanswered: deque[Frame] = deque()
        self.heard: list[Heard] = []
        self.stood: list[tuple[int, Frame]] = []
        self.refused: list[Frame] = []
        self.lost = 0
        # When each ply was seen.
        self.seen: dict[int, float] = {}

    @property
    def frames(self) -> Iterator[Frame]:
        return (heard.frame for heard in self.heard)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, its last link is shown, and every question is answered."""
        over = self.view.get("phase") == "over" and str(self.view["deal"]) in self.fair["links"]
        return over and not self.unanswered

    @property
    def may_move(self) -> bool:
        return self.you is not None and self.you in self.view.get("turn", ()) and not self.unanswered

    async def play(self) -> "Sitter":
        """Play, or watch, to the end."""
        wait = SHORTEST
        while not self.is_over:
            try:
                async with self.opened() as self.socket:
                    await self.come_in()
                    while not self.is_over:
                        await self.hear(await self.socket.recv())
                        wait = SHORTEST
            except LOST:
                self.lost += 1
                await asyncio.sleep(wait * (0.5 + self.whim.random()))
                wait = min(LONGEST, wait * 2)
        return self

    def opened(self) -> Any:
        """A connection through the next door."""
        self.knocks += 1
        door = self.doors[self.knocks % len(self.doors)]
        return line(door, self.game, self.cookies)

    async def come_in(self) -> None:
        """Say hello, and make the unanswered move again; the protocol asks for what it lacks."""
        again = [frame for frame in self.unanswered if frame["t"] == "move"]
        self.unanswered = deque([{"t": "hello", "since": self.ply}, *again])
        for frame in tuple(self.unanswered):
            await self.say(frame)

    async def ask(self, frame: Frame) -> None:
        """Ask what has an answer."""
        self.unanswered.append(frame)
        await self.say(frame)

    async def say(self, frame: Frame) -> None:
        await self.socket.send(json.dumps(frame))

    async def hear(self, text: str) -> None:
        """Take in a frame, and do what follows from it."""
        frame = read(text)
        # A phrase is mostly answered by its own line: that it was not said is no answer that is waited for.
        asked = self.unanswered[0] if frame["t"] == "refused" and frame["code"] != "hush" else None
        since = self.ply
        self.take_in(frame)
        self.heard.append(Heard(self.ply, text, asked))
        self.seen.setdefault(self.ply, lived())
        if frame["t"] == "event" and frame["since"] != since:
            await self.ask({"t": "hello", "since": self.ply})
        if asked is not None and frame["code"] == "try_again":
            await asyncio.sleep(0.2 * (0.5 + self.whim.random()))
            await self.say(asked)
        if frame["t"] in ("table", "fair") and self.you is not None:
            await self.keep_word(self.you)
        await self.go_on()

    def take_in(self, frame: Frame) -> None:
        match frame["t"]:
            case "table":
                self.answered("hello")
                self.you, self.fair = frame["you"], frame["fair"]
                self.ply, self.view = frame["ply"], frame["view"]
            case "event" if frame["since"] == self.ply:
                frame["view"].setdefault("show", self.view.get("show"))
                self.ply, self.view = frame["ply"], frame["view"]
            case "fair":
                self.fair = frame
            case "ack":
                self.take_ack(self.answered("commit", "reveal", "move"))
            case "refused" if frame["code"] != "hush":
                self.refused.append(frame)
                if frame["code"] == "try_again":
                    self.unanswered.rotate(-1)  # it is asked again, after all that was asked meanwhile
                else:
                    self.unanswered.popleft()

    def answered(self, *kinds: str) -> Frame:
        asked = self.unanswered.popleft()
        assert asked["t"] in kinds, f"answered out of turn: {asked}"
        return asked

    def take_ack(self, asked: Frame) -> None:
        if asked["t"] == "move":
            self.stood.append((asked["ply"], asked["move"]))
            self.acknowledged()

    async def keep_word(self, you: int) -> None:
        """The protocol of the deal."""
        asked = {frame["t"] for frame in self.unanswered}
        match self.fair["must"]:
            case "commit" if "commit" not in asked:
                await self.ask({"t": "commit", "c": seat_commitment(self.game, you, self.secret).hex()})
            case "reveal" if "reveal" not in asked:
                await self.ask({"t": "reveal", "secret": self.secret.hex()})

    async def go_on(self) -> None:
        if self.may_move:
            if self.pace:
                await asyncio.sleep(self.pace * self.whim.random())
            await self.ask({"t": "move", "ply": self.ply, "move": self.choose(self.view, self.whim)})
