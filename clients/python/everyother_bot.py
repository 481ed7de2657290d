#!/usr/bin/env python3
"""The client of Every Other in one file: Python 3.11 or newer, nothing to install.

`python everyother_bot.py --help` tells how to begin. It is made from clients/python/src by `make client`:
change it there. The package every-other-client has the same in modules.
"""

from __future__ import annotations

import argparse
import asyncio
import binascii
import hashlib
import hmac
import importlib
import json
import os
import queue
import random
import re
import secrets
import socket
import ssl
import stat
import sys
import tempfile
import threading
import time
import traceback
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, fields
from itertools import combinations
from math import prod
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import quote, urlsplit

# A brain imports this file by its name. Run as a program, it must be the same module.
sys.modules.setdefault("everyother_bot", sys.modules[__name__])


# ------------------------------------------------------------------------------------------
# Cards, written as a rank of A23456789TJQK and a suit of CDHS, and their points.


Card = str
Cards = tuple[Card, ...]

RANKS, SUITS = "A23456789TJQK", "CDHS"
DECK: Cards = tuple(rank + suit for rank in RANKS for suit in SUITS)


def rank_of(card: Card) -> int:
    """Return the place of a card in a run: 0 for an ace, 12 for a king."""
    return RANKS.index(card[0])


def pips(card: Card) -> int:
    """Return what a card adds to the count."""
    return min(rank_of(card) + 1, 10)


def ways_to_throw(six: Sequence[Card]) -> Iterator[tuple[Cards, Cards]]:
    """Yield the fifteen ways to split six cards into kept and discarded ones."""
    for thrown in combinations(six, 2):
        yield tuple(card for card in six if card not in thrown), thrown


def score_hand(four: Sequence[Card], starter: Card | None = None, *, crib: bool = False) -> int:
    """Return the points of four cards with the starter, or without one. A crib's flush needs all five."""
    cards = (*four, starter) if starter else (*four,)
    values, ranks = [pips(card) for card in cards], [rank_of(card) for card in cards]
    fifteens = sum(sum(some) == 15 for size in range(2, 6) for some in combinations(values, size))
    pairs = sum(one == other for one, other in combinations(ranks, 2))
    flush = len(four) if len({card[1] for card in four}) == 1 else 0
    flush = flush + 1 if flush and starter and starter[1] == four[0][1] else 0 if crib else flush
    nobs = bool(starter) and f"J{str(starter)[1]}" in four
    return 2 * fifteens + 2 * pairs + _runs(ranks) + flush + nobs


def _runs(ranks: Sequence[int]) -> int:
    """Return a point per card for the longest run, once for every way to make it."""
    for length in (5, 4, 3):
        for low in set(ranks):
            run = range(low, low + length)
            if set(run) <= {*ranks}:
                return length * prod(ranks.count(rank) for rank in run)
    return 0


def peg_points(pile: Sequence[Card], card: Card) -> int:
    """Return the points of a card as it is played on the pile: fifteen, thirty-one, pairs and runs."""
    ranks = [rank_of(each) for each in (*pile, card)]
    points = 2 if sum(map(pips, (*pile, card))) in (15, 31) else 0
    alike = next((n for n, rank in enumerate(reversed(ranks)) if rank != ranks[-1]), len(ranks))
    if alike > 1:
        return points + alike * (alike - 1)
    for length in range(len(ranks), 2, -1):
        last = ranks[-length:]
        if len({*last}) == length and max(last) - min(last) == length - 1:
            return points + length
    return points


# ------------------------------------------------------------------------------------------
# The public events of a game. Seats are 0 and 1.


@dataclass(frozen=True, slots=True)
class Part:
    """One combination that scored: its kind is `fifteen`, `run`, `pair`, `flush`, `nobs` or `count`."""

    kind: str
    cards: Cards
    points: int
    says: str


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Each seat turned a card; the lower deals, and a tie (dealer is None) is cut again."""

    cards: Cards
    dealer: int | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins."""

    number: int
    dealer: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A seat has discarded. The cards stay hidden."""

    seat: int


@dataclass(frozen=True, slots=True)
class StarterTurned:
    """The starter is turned."""

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played; `count` includes it."""

    seat: int
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat had no playable card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pegged:
    """Points were scored; kinds: nibs, play, go, last, hand, crib, muggins, overcount."""

    seat: int
    points: int
    score: int
    kind: str
    says: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class NewCount:
    """The count begins again at zero, and this seat leads."""

    seat: int


@dataclass(frozen=True, slots=True)
class LaidOpen:
    """A hand or crib is open, to be counted by hand."""

    seat: int
    what: str
    cards: Cards
    starter: Card


@dataclass(frozen=True, slots=True)
class Claimed:
    """The points that a player claims for a hand or crib."""

    seat: int
    what: str
    points: int


@dataclass(frozen=True, slots=True)
class Called:
    """Muggins: the points that the opponent says were overlooked, or 0 for a pass."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand or crib was counted."""

    seat: int
    what: str
    cards: Cards
    starter: Card
    points: int
    says: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""

    winner: int | None
    value: int
    how: str


Event = (
    CutForDeal | Dealt | Thrown | StarterTurned | Played | SaidGo | Pegged
    | NewCount | LaidOpen | Claimed | Called | Counted | GameOver
)  # fmt: skip
Memory = tuple[Event, ...]

EVENTS: dict[str, type[Event]] = {
    "cut_for_deal": CutForDeal,
    "dealt": Dealt,
    "thrown": Thrown,
    "starter": StarterTurned,
    "played": Played,
    "go": SaidGo,
    "pegged": Pegged,
    "new_count": NewCount,
    "laid_open": LaidOpen,
    "claimed": Claimed,
    "called": Called,
    "counted": Counted,
    "over": GameOver,
}


# ------------------------------------------------------------------------------------------
# The version of this client, by https://semver.org.


VERSION = "1.0.0"


# ------------------------------------------------------------------------------------------
# HTTP/1.1 as bytes: one request on a connection, and its answer piece by piece.


Json = dict[str, Any]

MAX_HEAD = 64 * 1024
MAX_LINE = 4 * 1024 * 1024
MAX_ANSWER = 64 * 1024 * 1024


class Connection(Protocol):
    """A connection to the site. A silence of too many seconds raises TimeoutError."""

    async def send(self, data: bytes) -> None:
        """Send all of this."""

    async def receive(self) -> bytes:
        """Return the next bytes, or none at the end."""

    async def close(self) -> None:
        """Close it. This may be repeated."""


class BrokenAnswer(ValueError):
    """An answer is incomplete or malformed."""


class Address:
    """The address of a site, as https://cribbage.example or with a port and a path."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no address of a site: write it as https://cribbage.example.")
        self.is_secure = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port or (443 if self.is_secure else 80)
        self.named, self.path = parts.netloc.rpartition("@")[2], parts.path.rstrip("/")

    @property
    def is_open_to_listeners(self) -> bool:
        """Whether a token would cross a network unencrypted."""
        return not self.is_secure and self.host not in ("127.0.0.1", "::1", "localhost")


def request_bytes(address: Address, token: str | None, method: str, path: str, body: Json | None) -> bytes:
    """Return a request to the API."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"{method} {address.path}/api/v1{path} HTTP/1.1",
        f"Host: {address.named}",
        f"User-Agent: every-other-client/{VERSION}",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(sent)}",
    ]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if any(not line.isascii() or not line.isprintable() for line in lines):
        raise ValueError("A request has printable ASCII characters only.")
    return "\r\n".join([*lines, "", ""]).encode() + sent


class Answer:
    """One answer, read from a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._unread = connection, b""
        self.status = 0
        self._headers: dict[str, str] = {}

    async def read_head(self) -> None:
        """Read the status and the headers. An interim answer is skipped."""
        while not self.status or self.status < 200:
            first, *lines = (await self._until(b"\r\n\r\n", MAX_HEAD)).decode("latin-1").split("\r\n")
            version, _, rest = first.partition(" ")
            code = rest.partition(" ")[0]
            if not version.startswith("HTTP/1.") or len(code) != 3 or not code.isdigit():
                raise BrokenAnswer("it is not HTTP")
            self.status = int(code)
            pairs = (line.partition(":") for line in lines)
            self._headers = {name.strip().lower(): value.strip() for name, _, value in pairs}

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Yield the body. One that is cut off raises BrokenAnswer, if its head says how it ends."""
        if "chunked" in self._headers.get("transfer-encoding", "").lower():
            while size := self._number((await self._until(b"\r\n", MAX_HEAD)).partition(b";")[0], 16):
                async for piece in self._exactly(size):
                    yield piece
                if await self._until(b"\r\n", 2):
                    raise BrokenAnswer("a chunk has no end")
        elif "content-length" in self._headers:
            async for piece in self._exactly(self._number(self._headers["content-length"].encode(), 10)):
                yield piece
        else:
            while piece := self._unread or await self._connection.receive():
                self._unread = b""
                yield piece

    async def read(self) -> bytes:
        """Return the whole body."""
        body = b""
        async for piece in self.pieces():
            body += piece
            if len(body) > MAX_ANSWER:
                raise BrokenAnswer("it is too long")
        return body

    async def lines(self) -> AsyncGenerator[Json | None, None]:
        """Yield the body as JSON line by line, and None for each empty line."""
        line = b""
        async for piece in self.pieces():
            *whole, line = (line + piece).split(b"\n")
            if len(line) > MAX_LINE:
                raise BrokenAnswer("a line is too long")
            for each in whole:
                yield json_object(each) if each.strip() else None
        if line:
            raise BrokenAnswer("it ends in the middle of a line")

    async def _until(self, end: bytes, most: int) -> bytes:
        while end not in self._unread:
            if len(self._unread) > most:
                raise BrokenAnswer("its head is too long")
            await self._more()
        found, _, self._unread = self._unread.partition(end)
        return found

    async def _exactly(self, size: int) -> AsyncGenerator[bytes, None]:
        while size:
            if not self._unread:
                await self._more()
            piece, self._unread = self._unread[:size], self._unread[size:]
            size -= len(piece)
            yield piece

    async def _more(self) -> None:
        piece = await self._connection.receive()
        if not piece:
            raise BrokenAnswer("the connection was closed")
        self._unread += piece

    @staticmethod
    def _number(digits: bytes, base: int) -> int:
        text = digits.decode("latin-1").strip()
        if not text.isalnum() or len(text) > 15:
            raise BrokenAnswer("it has no length")
        return int(text, base)


def json_object(text: bytes) -> Json:
    """Return the JSON object in a text."""
    parsed = json.loads(text)
    if not isinstance(parsed, dict):
        raise BrokenAnswer("it is no JSON object")
    return parsed


# ------------------------------------------------------------------------------------------
# The moves of a seat.


@dataclass(frozen=True, slots=True)
class Throw:
    """Two cards to the crib."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Play:
    """A card to the pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Go:
    """None of your cards fits under thirty-one."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The points that you claim for your cards, in a game counted by hand."""

    points: int


@dataclass(frozen=True, slots=True)
class Call:
    """The points that your opponent overlooked: muggins."""

    points: int


@dataclass(frozen=True, slots=True)
class Pass:
    """You accept your opponent's count."""


Move = Throw | Play | Go | Claim | Call | Pass


def move_to_json(move: Move) -> Json:
    """Return a move in the form of the API."""
    return {
        "kind": type(move).__name__.lower(),
        **{each.name: getattr(move, each.name) for each in fields(move)},
    }


# ------------------------------------------------------------------------------------------
# Messages of the program.


_print_lock = threading.Lock()


def say(words: str) -> None:
    """Print a message with the time."""
    with _print_lock:
        print(time.strftime("%H:%M:%S"), words, flush=True)


# ------------------------------------------------------------------------------------------
# The view of a seat, and how views and events are read from frames.


@dataclass(frozen=True, slots=True)
class Show:
    """The last show: the counts of pone's hand, the dealer's, and the crib."""

    deal: int
    dealer: int
    starter: Card
    counts: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """The hand or crib that is being counted by hand; `claimed` is None before the claim."""

    seat: int
    what: str
    cards: Cards
    starter: Card
    claimed: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything that your seat may see of its game, and the only input of a brain."""

    seat: int
    phase: str  # throw, play; count and call if hands are counted by hand; cut, over
    deal: int
    dealer: int | None
    scores: tuple[int, int]
    hand: Cards  # your cards, in the order they were dealt, without discarded and played ones
    held: tuple[int, int]  # number of cards that each seat holds
    thrown: tuple[bool, bool]
    throw: Cards  # the two that you discarded
    starter: Card | None
    pile: Cards  # the cards played since the count began,
    count: int  # their sum
    played: tuple[tuple[int, Card], ...]  # every card played in this deal, with its seat
    turn: tuple[int, ...]
    playable: Cards  # your cards that may be played now
    must_go: bool
    target: int = 121
    counting: str = "auto"
    start: tuple[int, int] = (0, 0)
    cut: tuple[tuple[Card, Card], ...] = ()
    show: Show | None = None
    laid: Laid | None = None
    winner: int | None = None
    value: int | None = None
    ended: str | None = None

    @property
    def is_dealer(self) -> bool:
        """Whether the crib is yours."""
        return self.dealer == self.seat

    @property
    def is_my_turn(self) -> bool:
        """Whether the game waits for you."""
        return self.seat in self.turn and self.ended is None

    @property
    def my_score(self) -> int:
        """Your points."""
        return self.scores[self.seat]

    @property
    def their_score(self) -> int:
        """Your opponent's points."""
        return self.scores[1 - self.seat]

    @property
    def known(self) -> Cards:
        """Every card of this deal whose place you know."""
        starter = (self.starter,) if self.starter else ()
        return (*dict.fromkeys((*self.hand, *self.throw, *starter, *(card for _, card in self.played))),)


NESTED: dict[str, Any] = {"parts": Part, "counts": Counted, "show": Show, "laid": Laid}


def read_event(data: Json) -> Event | None:
    """Return an event of a frame, or None for a kind that is newer than this client."""
    kind = EVENTS.get(data["e"])
    return None if kind is None else _read(kind, data)


def read_events(data: Iterable[Json]) -> Memory:
    """Return the events of a frame."""
    return tuple(event for event in map(read_event, data) if event is not None)


def read_view(data: Json, seat: int) -> View:
    """Return the view of a frame."""
    view: View = _read(View, {**data, "seat": seat})
    return view


def _read(kind: Any, data: Json) -> Any:
    return kind(
        **{each.name: _freeze(each.name, data[each.name]) for each in fields(kind) if each.name in data}
    )


def _freeze(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_freeze(name, each) for each in value)
    return _read(NESTED[name], value) if isinstance(value, dict) and name in NESTED else value


# ------------------------------------------------------------------------------------------
# The class that chooses moves, and the check of its answers.


class Brain:
    """The class that you subclass. Each game creates its own instance without arguments, which may keep
    state.

    After a restart of the client it is created again. State that must last has to come from `memory`, which
    is complete.
    """

    def choose(self, view: View, memory: Memory, chance: random.Random) -> Throw | Play:
        """Answer with a Throw of two of `view.hand`, or with a Play of one of `view.playable`.

        memory: every event of the game so far.
        chance: a random number generator, seeded by the operating system for each decision.
        """
        raise NotImplementedError

    def count(self, view: View) -> Claim | Call | Pass:
        """Count by hand, in a game played that way: the true count, and a call of overlooked points."""
        assert view.laid is not None
        laid = view.laid
        worth = score_hand(laid.cards, laid.starter, crib=laid.what == "crib")
        if laid.claimed is None:
            return Claim(worth)
        return Call(worth - laid.claimed) if worth > laid.claimed else Pass()


def decide(brain: Brain, view: View, memory: Memory, chance: random.Random) -> Move:
    """Return the brain's move. If it fails or breaks the rules, report that and return the simplest move."""
    if view.must_go:
        return Go()
    try:
        move = brain.choose(view, memory, chance) if view.laid is None else brain.count(view)
        if is_allowed(move, view):
            return move
        say(f"{type(brain).__name__} answered {move}, which the rules do not allow in {view}")
    except Exception:
        say(f"{type(brain).__name__} failed at {view}:\n{traceback.format_exc()}")
    return simplest(view)


def simplest(view: View) -> Move:
    """Return the first legal move, or a true count."""
    if view.laid is not None:
        return Brain().count(view)
    return Throw(view.hand[:2]) if view.phase == "throw" else Play(view.playable[0])


def is_allowed(move: object, view: View) -> bool:
    """Return whether a move is one that a brain may answer with."""
    if view.laid is not None:
        return isinstance(move, Claim if view.laid.claimed is None else Call | Pass)
    if view.phase == "throw":
        return isinstance(move, Throw) and len({*move.cards} & {*view.hand}) == 2 == len(move.cards)
    return isinstance(move, Play) and move.card in view.playable


# ------------------------------------------------------------------------------------------
# The deal protocol (docs/explanation/fairness.md): cribfair/1 and cribfair/2, which deal alike.


PROTOCOLS = ("cribfair/1", "cribfair/2")
SHARED = "cribfair/3"  # decks of many tables, whose links are revealed only when all of them are done


def H(*parts: bytes) -> bytes:
    """Return SHA-256 over the parts, each after its length."""
    return hashlib.sha256(_framed(*parts)).digest()


def _framed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _label(purpose: str) -> bytes:
    return f"cribfair/1|{purpose}".encode()


def commitment_to(game: str, seat: int, secret: bytes) -> str:
    """Return a seat's commitment."""
    return H(_label("seat"), game.encode(), str(seat).encode(), secret).hex()


def context_of(fair: Json) -> bytes:
    """Return the hash of everything that is fixed before any secret is revealed."""
    tip, c0, c1 = (bytes.fromhex(each) for each in (fair["tip"], *fair["commitments"]))
    return H(_label("ctx"), fair["params"].encode(), tip, c0, c1)


def deck_of(fair: Json, number: int) -> Cards:
    """Return the deck of a deal, from its link and both secrets."""
    s0, s1 = (bytes.fromhex(each) for each in fair["secrets"])
    message = _framed(_label("deal"), context_of(fair), number.to_bytes(4, "big"), s0, s1)
    key = hmac.new(bytes.fromhex(fair["links"][str(number)]), message, hashlib.sha512).digest()
    draw = random.Random(int.from_bytes(b"\x01" + key, "big")).getrandbits  # noqa: S311
    cards = list(DECK)
    for i in range(51, 0, -1):
        j = draw((i + 1).bit_length())
        while j > i:
            j = draw((i + 1).bit_length())
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


class BrokenPromise(Exception):
    """The server has shown something that an honest server never shows."""


@dataclass
class Pledge:
    """This seat's part in the shuffle of one game, and the values that the server has shown so far.

    A shown value is pinned: a server that could change it afterwards could choose the deck.
    """

    game: str
    seat: int
    secret: bytes
    pinned: Json = field(default_factory=dict)
    checked: set[int] = field(default_factory=set)

    def take_in(self, fair: Json) -> None:
        """Pin new values of a frame. Raise BrokenPromise if one contradicts a pinned value."""
        shown = {name: fair[name] for name in ("version", "params", "tip")}
        for name in ("commitments", "secrets"):
            shown |= {f"{name} {seat}": each for seat, each in enumerate(fair[name]) if each is not None}
        shown |= {f"link {number}": link for number, link in fair["links"].items()}
        for name, value in self.pinned.items():
            if shown.get(name) != value:
                raise BrokenPromise(f"{name} was {value}, and now it is {shown.get(name)}.")
        if json.loads(fair["params"]).get("game") != self.game:
            raise BrokenPromise("The params are of another game.")
        if fair["commitments"][self.seat] not in (None, self.commitment):
            raise BrokenPromise("In this seat's place stands a commitment that this client did not make.")
        for seat, (commitment, secret) in enumerate(zip(fair["commitments"], fair["secrets"], strict=True)):
            if secret and commitment != commitment_to(self.game, seat, bytes.fromhex(secret)):
                raise BrokenPromise(f"The secret of seat {seat} is not the one that it committed to.")
        self.pinned |= shown

    @property
    def commitment(self) -> str:
        """The commitment to the secret."""
        return commitment_to(self.game, self.seat, self.secret)

    def is_made_elsewhere(self, fair: Json) -> bool:
        """Return whether another program, or a page, has begun the game without this program."""
        return not self.pinned and fair["commitments"][self.seat] not in (None, self.commitment)

    def answer(self, fair: Json) -> tuple[str, Json] | None:
        """Return the call that the protocol expects from this seat, with its body, or None."""
        if fair["must"] == "commit":
            return "commit", {"c": self.commitment}
        if fair["must"] == "reveal":
            if not all(fair["commitments"]):
                raise BrokenPromise("The secret is asked for before both commitments stand.")
            return "reveal", {"secret": self.secret.hex()}
        return None

    def check(self, fair: Json, view: View, memory: Memory, hands: dict[int, Cards]) -> None:
        """Check each deal whose link was revealed since the last time."""
        if fair["version"] not in PROTOCOLS or not all(fair["secrets"]):
            return
        for number in sorted(int(each) for each in fair["links"]):
            if number not in self.checked:
                self.checked.add(number)
                if faults := [*faults_of_deal(fair, number, view, memory, hands.get(number, ()))]:
                    raise BrokenPromise(f"Deal {number}: {' '.join(faults)}")


def faults_of_deal(fair: Json, number: int, view: View, memory: Memory, hand: Cards) -> Iterator[str]:
    """Yield each contradiction between a deal and the cards that this seat saw."""
    link = bytes.fromhex(fair["links"][str(number)])
    for _ in range(number + 1):
        link = H(_label("chain"), fair["game"].encode(), link)
    if link.hex() != fair["tip"]:
        yield "The server's link does not lead back to what it committed to."
    deck = deck_of(fair, number)
    if number == 0:
        turned = tuple(card for pair in view.cut for card in pair)
        if turned != deck[: len(turned)]:
            yield f"{turned} were cut, and the deck begins with {deck[: len(turned)]}."
        return
    events = events_of_deal(memory, number)
    dealer = next((event.dealer for event in events if isinstance(event, Dealt)), None)
    if dealer is None:
        return
    if dealer != (due := dealer_of(fair, view, number)):
        yield f"Seat {dealer} dealt, and it was the turn of seat {due}."
    sixes = {dealer: deck[1:12:2], 1 - dealer: deck[0:12:2]}
    if hand and hand != sixes[view.seat]:
        yield f"This seat was dealt {hand}, and the deck gives it {sixes[view.seat]}."
    thrown = {seat: {*six} for seat, six in sixes.items()}
    for event in events:
        match event:
            case StarterTurned(card=card):
                if card != deck[12]:
                    yield f"The starter was {card}, and the deck has {deck[12]} there."
            case Played(seat=seat, card=card):
                if card not in sixes[seat]:
                    yield f"Seat {seat} played {card}, which the deck does not give it."
            case Counted(seat=seat, what="hand", cards=cards):
                if not {*cards} <= {*sixes[seat]}:
                    yield f"Seat {seat} showed {cards}, and the deck gives it {sixes[seat]}."
                thrown[seat] -= {*cards}
            case Counted(what="crib", cards=cards):
                if {*cards} != thrown[0] | thrown[1]:
                    yield f"The crib was {cards}, and {sorted(thrown[0] | thrown[1])} were thrown."
        if isinstance(event, Counted):
            worth = score_hand(event.cards, event.starter, crib=event.what == "crib")
            if event.points != worth:
                yield f"{event.cards} with {event.starter} are worth {worth}, and counted {event.points}."


def events_of_deal(memory: Memory, number: int) -> Memory:
    """Return the events of one deal, from its beginning to the next."""
    begins = [n for n, event in enumerate(memory) if isinstance(event, Dealt)]
    for begin, end in zip(begins, [*begins, len(memory)][1:], strict=True):
        event = memory[begin]
        if isinstance(event, Dealt) and event.number == number:
            return memory[begin:end]
    return ()


def dealer_of(fair: Json, view: View, number: int) -> int:
    """Return the dealer. The deal alternates, starting from the lower card of the cut or the named dealer."""
    named = json.loads(fair["params"]).get("first_dealer")
    first = int(rank_of(view.cut[-1][1]) < rank_of(view.cut[-1][0]) if named is None else named)
    return first if number % 2 else 1 - first


# ------------------------------------------------------------------------------------------
# Signatures: Ed25519 (RFC 8032), verified only, and signed notes (https://c2sp.org/signed-note).


PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME
Point = tuple[int, int, int, int]  # x = X / Z, y = Y / Z, T = X * Y / Z


def _add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % PRIME
    b = (one[1] + one[0]) * (other[1] + other[0]) % PRIME
    c, d = 2 * one[3] * other[3] * CURVE % PRIME, 2 * one[2] * other[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _times(n: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = _add(total, point)
        point, n = _add(point, point), n >> 1
    return total


def _point_of(encoded: bytes) -> Point | None:
    """Return the point of 32 bytes, or None if they are no canonical point."""
    number = int.from_bytes(encoded, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if len(encoded) != 32 or y >= PRIME:
        return None
    square = (y * y - 1) * pow(CURVE * y * y + 1, PRIME - 2, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if x * x % PRIME != square or (x == 0 and sign):
        return None
    x = PRIME - x if x & 1 != sign else x
    return x, y, 1, x * y % PRIME


_BASE = _point_of((4 * pow(5, PRIME - 2, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the key's owner signed the message. A key of small order, which fits any, is none."""
    point, s = _point_of(key), int.from_bytes(signature[32:], "little")
    if not point or not _BASE or len(signature) != 64 or s >= ORDER or _times(8, point)[0] == 0:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    x, y, z, t = point
    x, y, z, _ = _add(_times(s, _BASE), _times(k, (PRIME - x, y, z, PRIME - t)))
    one_over_z = pow(z, PRIME - 2, PRIME)
    encoded = y * one_over_z % PRIME | (x * one_over_z % PRIME & 1) << 255
    return encoded.to_bytes(32, "little") == signature[:32]


@dataclass(frozen=True, slots=True)
class Signer:
    """A key: its name, its hash, and its 32 bytes."""

    name: str
    hash: bytes
    key: bytes


def parse_signer(text: Any) -> Signer | None:
    """Return the key in name+hash+base64, or None if it is not well-formed."""
    match = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)", text) if type(text) is str else None
    raw = _from_base64(match[3]) if match else None
    if not match or not raw or raw[:1] != b"\1":
        return None
    point = _point_of(raw[1:])
    hashed = hashlib.sha256(match[1].encode() + b"\n" + raw).digest()[:4]
    is_sound = point is not None and _times(8, point)[0] != 0 and hashed.hex() == match[2]
    return Signer(match[1], hashed, raw[1:]) if is_sound else None


def open_note(note: str, signer: Signer) -> str | None:
    """Return the text of a note that this key has signed, or None."""
    head, blank, tail = note.rpartition("\n\n")
    text, found = head + "\n", False
    if not blank or "\r" in note or not tail.endswith("\n"):
        return None
    for line in tail[:-1].split("\n"):
        match = re.fullmatch(r"— ([^\s+]+) ([A-Za-z0-9+/]+=*)", line)
        raw = _from_base64(match[2]) if match else None
        if not match or not raw or len(raw) <= 4:
            return None
        if match[1] == signer.name and raw[:4] == signer.hash:
            if not is_signed(signer.key, text.encode(), raw[4:]):
                return None
            found = True
    return text if found else None


def _from_base64(text: str) -> bytes | None:
    try:
        raw = b64decode(text, validate=True)
    except binascii.Error:
        return None
    return raw if b64encode(raw).decode() == text else None


# ------------------------------------------------------------------------------------------
# The server's signed receipts of a seat (docs/explanation/fairness.md), against what the seat was shown.


UNSIGNED = "cribfair/1"
CASE = "every-other/case/1"

_HASH, _CARD = "[0-9a-f]{64}", f"[{RANKS}][{SUITS}]"
_SCORES = r"scores \d{1,3} \d{1,3}"
_MOVE = rf"[ab]([1-6][1-6]|{_CARD}|-(go|pass|resign|flag|left)|[=+](0|[1-9][0-9]?))|-void|-unshown"
_HEAD = (
    r"\S+ receipt", r"game \S+", "seat [01]", r"step \S+( \d+)?", f"params {_HASH}", f"tip {_HASH}",
    f"c0 ({_HASH}|-)", f"c1 ({_HASH}|-)", f"after ({_HASH}|-)",
)  # fmt: skip
_FURTHER: dict[str, tuple[str, ...]] = {
    "opened": (f"s0 {_HASH}", f"s1 {_HASH}"),
    "saw": ("dealer [01]", f"dealt {_CARD}( {_CARD}){{5}}"),
    "shown": (f"link ({_HASH}|-)", "dealer [01]", f"moves( ({_MOVE}))*", _SCORES),
    "over": ("ended [a-z]+", "winner [01-]", "value [0-4]", _SCORES, f"line {_HASH}"),
}


def hash_of(text: str) -> str:
    """Return SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def steps_after(step: str) -> tuple[str, ...]:
    """Return the steps that can follow, in any game."""
    kind, _, number = step.partition(" ")
    match kind:
        case "":
            return ("promise",)
        case "promise":
            return "both-stand", "over"
        case "both-stand":
            return "opened", "over"
        case "opened":
            return "shown 0", "saw 1", "over"
        case "saw":
            return (f"shown {number}",)
        case "shown":
            return f"saw {int(number) + 1}", "over"
    return ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """A signed text: its step, and its lines by their first word."""

    text: str
    step: str
    lines: dict[str, str]

    @property
    def number(self) -> int:
        """The deal of its step, or 0."""
        return int(self.step.partition(" ")[2] or 0)


@dataclass(frozen=True, slots=True)
class Seen:
    """The values of a game that its seat has been shown."""

    fair: Json
    view: View | None
    memory: Memory
    hands: dict[int, Cards]
    throws: dict[int, Cards]


@dataclass
class ReceiptBook:
    """The receipts of a seat, in the order of their steps, and those that contradict them."""

    game: str
    seat: int
    notes: list[str] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)
    _receipts: list[Receipt] = field(default_factory=list)
    _signer: Signer | None = None

    def __len__(self) -> int:
        return len(self.notes)

    def reads(self, fair: Json) -> bool:
        """Return whether this game has receipts. Raise BrokenPromise if it names no key for them."""
        if fair["version"] == UNSIGNED:
            return False
        if self._signer is None:
            self._signer = parse_signer(json.loads(fair["params"]).get("signer"))
            if self._signer is None:
                raise BrokenPromise("The params name no key that signs receipts.")
            kept, self.notes = self.notes, []
            self.take(0, kept, fair)
        return True

    def has(self, step: str) -> bool:
        """Return whether the receipt of a step has come."""
        return any(receipt.step == step for receipt in self._receipts)

    def take(self, since: int, notes: list[str], fair: Json) -> None:
        """Store new receipts. Raise BrokenPromise for one that is false, or differs from an earlier one."""
        assert self._signer is not None
        for at, note in enumerate(notes, since):
            if at > len(self.notes):
                return  # some were lost: the next stream brings them
            if at < len(self.notes) and self.notes[at] == note:
                continue
            text = open_note(note, self._signer)
            if text is None:
                raise BrokenPromise(f"A receipt is not signed by {self._signer.name}.")
            receipt = parse_receipt(text)
            fault = self._fault_of_new(receipt, at, fair)
            if fault is not None:
                self.contradictions.append(note)
                raise BrokenPromise(fault)
            self.notes.append(note)
            self._receipts.append(receipt)

    def check(self, seen: Seen) -> None:
        """Compare every receipt with what was shown since. Raise BrokenPromise for a difference."""
        scores = scores_by_deal(seen)
        for receipt in self._receipts:
            for name, expected in expected_lines(receipt, seen, scores):
                if receipt.lines[name] != expected:
                    raise BrokenPromise(
                        f"The receipt {receipt.step!r} says {name} {receipt.lines[name]},"
                        f" and the server has shown {expected}."
                    )
            if not has_moves_of(receipt, seen, self.seat):
                raise BrokenPromise(f"The receipt {receipt.step!r} has other moves than were made.")

    def to_case(self, params: str, says: str) -> Json:
        """Return the evidence in the form that verify.py --receipts reads."""
        return {
            "format": CASE,
            "game": self.game,
            "params": params,
            "says": says,
            "receipts": [*self.notes, *self.contradictions],
        }

    def _fault_of_new(self, receipt: Receipt, at: int, fair: Json) -> str | None:
        if at < len(self.notes):
            return f"The server signed two different receipts of the step {self._receipts[at].step!r}."
        lines = (*_HEAD, *_FURTHER.get(receipt.step.partition(" ")[0], ()))
        is_of_version = receipt.text.startswith(f"{fair['version']} ")
        if not is_of_version or not re.fullmatch("\n".join(lines) + "\n", receipt.text, re.ASCII):
            return f"The receipt {receipt.step!r} is malformed."
        before = self._receipts[-1] if self._receipts else None
        if receipt.step not in steps_after(before.step if before else ""):
            return f"A receipt before {receipt.step!r} was left out."
        c0, c1 = ("-", "-") if receipt.step == "promise" else (each or "-" for each in fair["commitments"])
        expected = {
            "game": self.game,
            "seat": str(self.seat),
            "params": hash_of(fair["params"]),
            "tip": fair["tip"],
            "c0": c0,
            "c1": c1,
            "after": hash_of(before.text) if before else "-",
        }
        wrong = [name for name, value in expected.items() if receipt.lines[name] != value]
        return f"The receipt {receipt.step!r} has another {wrong[0]}." if wrong else None


def parse_receipt(text: str) -> Receipt:
    """Return a text as a receipt."""
    pairs = (line.partition(" ") for line in text.split("\n")[:-1])
    lines = {name: value for name, _, value in pairs}
    return Receipt(text, lines.get("step", ""), lines)


def expected_lines(receipt: Receipt, seen: Seen, scores: dict[int, str]) -> Iterator[tuple[str, str]]:
    """Yield the lines of a receipt that follow from what was shown, as far as it was."""
    number, fair = receipt.number, seen.fair
    match receipt.step.partition(" ")[0]:
        case "opened":
            for seat, secret in enumerate(fair["secrets"]):
                if secret:
                    yield f"s{seat}", secret
        case "saw":
            if number in seen.hands:
                yield "dealt", " ".join(seen.hands[number])
            yield from _dealer_line(seen, number)
        case "shown":
            link = "-" if fair["version"] == SHARED else fair["links"].get(str(number))
            if link:
                yield "link", link
            if number in scores:
                yield "scores", scores[number]
            yield from _dealer_line(seen, number)
        case "over":
            view = seen.view
            if view is not None and view.ended is not None:
                yield "ended", view.ended
                yield "winner", "-" if view.winner is None else str(view.winner)
                yield "value", str(view.value)
                yield "scores", f"{view.scores[0]} {view.scores[1]}"


def _dealer_line(seen: Seen, number: int) -> Iterator[tuple[str, str]]:
    for event in seen.memory:
        match event:
            case CutForDeal(dealer=int(dealer)) if number == 0:
                yield "dealer", str(dealer)
            case Dealt(number=dealt, dealer=dealer) if number == dealt:
                yield "dealer", str(dealer)


def scores_by_deal(seen: Seen) -> dict[int, str]:
    """Return the scores after each deal that is over, as receipts write them."""
    if seen.view is None:
        return {}
    scores, found, current = [*seen.view.start], {}, 0
    for event in seen.memory:
        match event:
            case Pegged(seat=seat, score=score):
                scores[seat] = score
            case Dealt(number=number):
                found[current] = f"{scores[0]} {scores[1]}"
                current = number
            case GameOver():
                found[current] = f"{scores[0]} {scores[1]}"
    return found


def has_moves_of(receipt: Receipt, seen: Seen, seat: int) -> bool:
    """Return whether a receipt has this seat's discards, and all cards in the order they were played."""
    if not receipt.step.startswith("shown ") or not receipt.number:
        return True
    moves, number = receipt.lines["moves"].split(), receipt.number
    in_deal, played = 0, []
    for event in seen.memory:
        match event:
            case Dealt():
                in_deal = event.number
            case Played() if in_deal == number:
                played.append("ab"[event.seat] + event.card)
    if [move for move in moves if re.fullmatch(f"[ab]{_CARD}", move)][: len(played)] != played:
        return False
    thrown, hand = seen.throws.get(number), seen.hands.get(number)
    if thrown and hand:
        words = [move[1:] for move in moves if re.fullmatch(f"{'ab'[seat]}[1-6][1-6]", move)]
        return [{hand[int(place) - 1] for place in word} for word in words] == [{*thrown}]
    return True


# ------------------------------------------------------------------------------------------
# The events of an account, each of them once, over as many streams as it takes.


class EventLog:
    """The events so far. A new stream shows the current state again, and not what ended in between.

    A game or challenge that a new stream has not shown yet is `unconfirmed`: the site is asked about it.
    """

    def __init__(self) -> None:
        self._is_confirmed: dict[tuple[str, str], bool] = {}
        self._others: set[tuple[str, str]] = set()

    def reopen(self) -> None:
        """Begin a new stream."""
        self._is_confirmed = dict.fromkeys(self._is_confirmed, False)

    def unconfirmed(self, kind: str) -> list[str]:
        """Return the ids of the games or challenges whose end may have been missed."""
        return [name for (of, name), is_sure in self._is_confirmed.items() if of == kind and not is_sure]

    def take_in(self, event: Json) -> bool:
        """Return whether an event is new."""
        match event["t"]:
            case "game_start":
                return self._begin("game", event["game"])
            case "challenge":
                return self._begin("challenge", event["id"])
            case "game_over":
                self._others.discard(("event_pairing", event["game"]))
                return self._is_confirmed.pop(("game", event["game"]), None) is not None
            case "challenge_gone":
                return self._is_confirmed.pop(("challenge", event["id"]), None) is not None
            case "event_pairing":
                return self._note("event_pairing", event["game"])
            case "notice":
                return self._note(event["notice"]["kind"], str(event["notice"]["id"]))
        return True  # a kind that is newer than this client

    def _begin(self, kind: str, name: str) -> bool:
        is_new = (kind, name) not in self._is_confirmed
        self._is_confirmed[kind, name] = True
        return is_new

    def _note(self, kind: str, name: str) -> bool:
        is_new = (kind, name) not in self._others
        self._others.add((kind, name))
        return is_new


# ------------------------------------------------------------------------------------------
# Two ways to reach a site, for one client: by sockets that block, and by asyncio.


T = TypeVar("T")
PIECE = 64 * 1024


class Network(Protocol):
    """The connections, the clock and the threads that the client needs."""

    async def connect(self, address: Address, silence: float) -> Connection:
        """Return a connection, on which a silence of so many seconds is an error."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""

    async def compute(self, choose: Callable[[], T]) -> T:
        """Call a function that may take long."""


class BlockingConnection:
    """A connection of the calling thread."""

    def __init__(self, address: Address, silence: float) -> None:
        self._socket = socket.create_connection((address.host, address.port), timeout=silence)
        if address.is_secure:
            context = ssl.create_default_context()
            self._socket = context.wrap_socket(self._socket, server_hostname=address.host)

    async def send(self, data: bytes) -> None:
        """Send all of this."""
        self._socket.sendall(data)

    async def receive(self) -> bytes:
        """Return the next bytes, or none at the end."""
        return self._socket.recv(PIECE)

    async def close(self) -> None:
        """Close it."""
        self._socket.close()


class BlockingNetwork:
    """Every call waits in the calling thread, so that a coroutine over it never suspends."""

    async def connect(self, address: Address, silence: float) -> Connection:
        """Return a connection."""
        return BlockingConnection(address, silence)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)

    async def compute(self, choose: Callable[[], T]) -> T:
        """Call a function."""
        return choose()


class AsyncConnection:
    """A connection of an event loop."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, silence: float) -> None:
        self._reader, self._writer, self._silence = reader, writer, silence

    async def send(self, data: bytes) -> None:
        """Send all of this."""
        self._writer.write(data)
        await asyncio.wait_for(self._writer.drain(), self._silence)

    async def receive(self) -> bytes:
        """Return the next bytes, or none at the end."""
        return await asyncio.wait_for(self._reader.read(PIECE), self._silence)

    async def close(self) -> None:
        """Close it."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


class AsyncNetwork:
    """Every call waits in the event loop, and a brain chooses in a thread."""

    async def connect(self, address: Address, silence: float) -> Connection:
        """Return a connection."""
        context = ssl.create_default_context() if address.is_secure else None
        opening = asyncio.open_connection(address.host, address.port, ssl=context)
        return AsyncConnection(*await asyncio.wait_for(opening, silence), silence)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def compute(self, choose: Callable[[], T]) -> T:
        """Call a function in a thread."""
        return await asyncio.to_thread(choose)


def drive(work: Awaitable[T]) -> T:
    """Return the result of a coroutine over a BlockingNetwork."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as done:
        result: T = done.value
        return result
    raise RuntimeError("A coroutine that blocks has to run without an event loop.")


def iterate(source: AsyncGenerator[T, None]) -> Iterator[T]:
    """Yield what an asynchronous generator over a BlockingNetwork yields."""
    try:
        while True:
            try:
                value = drive(anext(source))
            except StopAsyncIteration:
                return
            yield value
    finally:
        drive(source.aclose())


# ------------------------------------------------------------------------------------------
# A table as its frames show it: each move once, whatever is cut off and sent again.


@dataclass(frozen=True, slots=True)
class Step:
    """One or more moves: the number of moves after them, their events, and the view then.

    Moves that were made while the stream was closed all have the newest view.
    """

    ply: int
    events: Memory
    view: View


class MissedMove(Exception):
    """A move is missing between two frames: the stream has to be opened again."""


class Table:
    """The state of a table, from its frames."""

    def __init__(self) -> None:
        self.ply = -1
        self.you: int | None = None  # null for a spectator
        self.players: tuple[str, ...] = ()
        self.view: View | None = None
        self.fair: Json = {}
        self.memory: Memory = ()
        self._frame: Json = {}  # the view as received

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view is not None and self.view.ended is not None

    def take_in(self, frame: Json) -> tuple[Step, ...] | None:
        """Return the new moves of a frame, or None if the frame says nothing of the table."""
        news: list[tuple[int, Memory]] = []
        match frame["t"]:
            case "table":
                if frame["ply"] < self.ply:
                    raise MissedMove("the server knows fewer moves than it has shown")
                if "history" not in frame and frame["ply"] > max(self.ply, 0) and not frame.get("open_board"):
                    raise MissedMove("the moves before were not shown")
                self.you, self.fair, self._frame = frame["you"], frame["fair"], frame["view"]
                self.players = tuple(each["name"] for each in frame["players"])
                history = frame.get("history") or ()
                news = [(step["ply"], read_events(step["events"])) for step in history]
            case "event":
                if frame["ply"] <= self.ply:
                    return ()
                if frame["since"] != self.ply:
                    raise MissedMove("a move was missed")
                self._frame = {"show": self._frame.get("show"), **frame["view"]}
                news = [(frame["ply"], read_events(frame["events"]))]
            case "fair":
                self.fair = {name: value for name, value in frame.items() if name != "t"}
            case _:
                return None
        if not self._frame:
            return None
        self.view = view = read_view(self._frame, self.you or 0)
        steps = tuple(Step(ply, events, view) for ply, events in news if ply > self.ply)
        self.memory += tuple(event for step in steps for event in step.events)
        if frame["t"] != "fair":
            self.ply = frame["ply"]
        return steps


# ------------------------------------------------------------------------------------------
# The site: calls, which are retried until they are answered, and streams that reconnect.


PATIENCE = 30.0  # seconds to wait for an answer
SILENCE = 20.0  # seconds after which a stream without any line is dead
LONGEST_PAUSE = 15.0
JUST_OPENED = 5.0  # seconds
NO_ANSWER = (OSError, ValueError)


class Refused(Exception):
    """The site refused a call, and repeating it would not help."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(f"{code}: {says}")
        self.code, self.says = code, says


class Dropped(Exception):
    """A stream has ended. It may be reopened, after some seconds if the server said when."""

    def __init__(self, why: str, seconds: float | None = None) -> None:
        super().__init__(why)
        self.seconds = seconds


class Pause:
    """Waits longer each time, up to 15 seconds, with random jitter."""

    def __init__(self, network: Network) -> None:
        self.tries, self._network = 0, network

    async def wait(self, why: object, seconds: float | None = None) -> None:
        """Wait as long as the server said, or else twice as long as before."""
        if seconds is None:
            seconds = min(0.1 * 2**self.tries, LONGEST_PAUSE) * random.uniform(0.5, 1)  # noqa: S311
            self.tries += 1
        if self.tries > 4 or seconds >= 5:
            say(f"{why}; again in {seconds:.1f} s")
        await self._network.sleep(seconds)

    def reset(self) -> None:
        """Reset the wait after a success."""
        self.tries = 0


class AsyncSite:
    """The site, called by one account's program, or without a token by anyone."""

    def __init__(self, url: str, token: str | None = None, *, network: Network | None = None) -> None:
        self.address, self._token = Address(url), token
        self.network: Network = network or AsyncNetwork()

    @property
    def is_open_to_listeners(self) -> bool:
        """Whether the token would cross a network unencrypted."""
        return self._token is not None and self.address.is_open_to_listeners

    async def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Make a call, and retry until it is answered. A repeated call has no further effect."""
        request, pause = request_bytes(self.address, self._token, method, path, body), Pause(self.network)
        while True:
            try:
                status, says = await self._answer(request)
                parsed = json_object(says) if status == 200 else _refusal(says, status)
            except NO_ANSWER as fault:
                await pause.wait(f"{method} {path} had no answer ({fault})")
                continue
            if status == 200:
                return parsed
            await pause.wait(f"{method} {path}: {parsed['says']}", _retry_seconds(parsed, status))

    async def lines(self, method: str, path: str, body: Json | None = None) -> list[Json]:
        """Make a call that answers with lines, such as GET /bots, and repeat it until all have come."""
        pause = Pause(self.network)
        while True:
            try:
                async with aclosing(self._lines(method, path, body, PATIENCE)) as lines:
                    return [line async for line in lines if line is not None]
            except Dropped as fault:
                await pause.wait(fault, fault.seconds)

    async def stream(
        self, path: str, method: str = "GET", body: Json | None = None
    ) -> AsyncGenerator[Json | None, None]:
        """Yield the lines of one stream, and None for each empty one. It ends by Dropped or Refused."""
        async with aclosing(self._lines(method, path, body, SILENCE)) as lines:
            async for line in lines:
                if line is not None and line["t"] == "bye":
                    if line["back_in_ms"] is None:
                        raise Refused(line["code"], line["says"])
                    raise Dropped(line["says"], line["back_in_ms"] / 1000)
                yield line
        raise Dropped(f"{method} {path} ended")

    async def events(self) -> AsyncGenerator[Json, None]:
        """Yield the account's events, each once, for as long as the site may be reached.

        The current state comes first. After a break it goes on with what changed meanwhile.
        """
        log, pause = EventLog(), Pause(self.network)
        while True:
            opened, beats = time.monotonic(), 0
            log.reopen()
            try:
                async with aclosing(self.stream("/stream")) as lines:
                    async for line in lines:
                        pause.reset()
                        news = [] if line is None else [line]
                        beats += line is None
                        if line is None and beats > 1:  # the first comes before the current state
                            news = await self._find_ended(log)
                        for event in news:
                            if log.take_in(event):
                                yield event
            except Dropped as fault:
                await pause.wait(fault, fault.seconds)
            except Refused as fault:
                # Another stream has opened, which may be late news of this program's own last one.
                if fault.code != "replaced" or time.monotonic() - opened > JUST_OPENED:
                    raise
                await pause.wait(fault)

    async def watch(self, game: str) -> AsyncGenerator[Step, None]:
        """Yield every move of a live or finished game that all may see, from its beginning to its end."""
        table, pause = Table(), Pause(self.network)
        while not table.is_over:
            try:
                async with aclosing(self.stream(f"/games/{quote(game, safe='')}/watch")) as frames:
                    async for frame in frames:
                        pause.reset()
                        for step in (frame and table.take_in(frame)) or ():
                            yield step
                        if table.is_over:
                            return
            except Dropped as fault:
                await pause.wait(fault, fault.seconds)
            except MissedMove as fault:
                await pause.wait(fault)

    async def _find_ended(self, log: EventLog) -> list[Json]:
        """Return the ends of games and challenges that no stream has shown."""
        ended: list[Json] = []
        for game in log.unconfirmed("game"):
            try:
                is_over = (await self.call("GET", f"/games/{quote(game, safe='')}"))["finished"] is not None
            except Refused:
                is_over = True
            if is_over:
                ended.append({"t": "game_over", "game": game})
        if left := log.unconfirmed("challenge"):
            open_ones = {each["id"] for each in (await self.call("GET", "/challenges"))["to_me"]}
            ended += [{"t": "challenge_gone", "id": each} for each in left if each not in open_ones]
        return ended

    async def _answer(self, request: bytes) -> tuple[int, bytes]:
        connection = await self.network.connect(self.address, PATIENCE)
        try:
            answer = await self._send(connection, request)
            return answer.status, await answer.read()
        finally:
            await connection.close()

    async def _lines(
        self, method: str, path: str, body: Json | None, silence: float
    ) -> AsyncGenerator[Json | None, None]:
        """Yield the lines of an answer to their end. Raise Dropped if it breaks off."""
        request = request_bytes(self.address, self._token, method, path, body)
        try:
            connection = await self.network.connect(self.address, silence)
            try:
                answer = await self._send(connection, request)
                if answer.status != 200:
                    parsed = _refusal(await answer.read(), answer.status)
                    raise Dropped(parsed["says"], _retry_seconds(parsed, answer.status))
                async with aclosing(answer.lines()) as lines:
                    async for line in lines:
                        yield line
            finally:
                await connection.close()
        except NO_ANSWER as fault:
            raise Dropped(f"{method} {path} broke off ({fault})") from None

    @staticmethod
    async def _send(connection: Connection, request: bytes) -> Answer:
        await connection.send(request)
        answer = Answer(connection)
        await answer.read_head()
        return answer


def _refusal(says: bytes, status: int) -> Json:
    """Return a refusal, also one from a proxy in front of the site in another format."""
    try:
        parsed: Json = json.loads(says)
        return {"code": parsed["code"], "says": parsed["says"], "retry_ms": parsed.get("retry_ms")}
    except (ValueError, KeyError, TypeError):
        return {"code": f"http_{status}", "says": f"The answer was {status}."}


def _retry_seconds(refusal: Json, status: int) -> float | None:
    """Return how long to wait before the call is repeated. Raise Refused if that would not help."""
    if status != 429 and status < 500:
        raise Refused(refusal["code"], refusal["says"])
    waits = refusal.get("retry_ms")
    return None if waits is None else float(waits) / 1000


# ------------------------------------------------------------------------------------------
# Persistent data: a secret and a seed for each running game, in a file that only its owner may read.


@dataclass(frozen=True, slots=True)
class Kept:
    """The data of a game that a restart needs.

    secret: of this seat, for the shuffle; it is revealed to everyone.
    seed: of the brain's random choices; it is never revealed.
    promised: the values that the server had shown when the secret was revealed.
    receipts: of the server, signed.
    """

    secret: bytes
    seed: bytes
    promised: Json
    receipts: tuple[str, ...]


class State:
    """The state file. It is always replaced as a whole, so that it is never half written.

    Without a path the state is in memory, and a game that is interrupted cannot be continued.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path, self._lock = path, threading.Lock()
        self._games: dict[str, Json] = {}
        if path is not None and path.exists():
            self._games = json.loads(path.read_text())["games"]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were running when the file was last written."""
        with self._lock:
            return (*self._games,)

    def game(self, game: str) -> Kept:
        """Return the data of a game. Draw and write them for a new one."""
        with self._lock:
            if game not in self._games:
                drawn = {"secret": secrets.token_hex(32), "seed": secrets.token_hex(32), "promised": {}}
                self._games[game] = drawn
                self._write()
            kept = self._games[game]
            secret, seed = (bytes.fromhex(kept[name]) for name in ("secret", "seed"))
            return Kept(secret, seed, {**kept["promised"]}, (*kept.get("receipts", ()),))

    def promise(self, game: str, promised: Json) -> None:
        """Store the values that the server has shown, before the secret is revealed."""
        self._store(game, "promised", {**promised})

    def sign(self, game: str, receipts: list[str]) -> None:
        """Store the receipts that the server has signed."""
        self._store(game, "receipts", [*receipts])

    def accuse(self, game: str, case: Json) -> Path | None:
        """Write the evidence against a server next to the state file. Return its path."""
        if self.path is None or not re.fullmatch("[0-9A-Za-z_-]{1,16}", game):
            return None
        path = self.path.with_name(f"case-{game}.json")
        _replace(path, case)
        return path

    def forget(self, game: str) -> None:
        """Remove a game that is over."""
        with self._lock:
            if self._games.pop(game, None) is not None:
                self._write()

    def _store(self, game: str, name: str, value: Any) -> None:
        with self._lock:
            if game in self._games and self._games[game].get(name) != value:
                self._games[game][name] = value
                self._write()

    def _write(self) -> None:
        if self.path is not None:
            _replace(self.path, {"games": self._games})


def _replace(path: Path, content: Json) -> None:
    """Write a file that only its owner may read, wholly or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(number, "w") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(name, path)


# ------------------------------------------------------------------------------------------
# One game, from the first frame of its stream to the last link of its shuffle.


LAST_LINKS = 60.0  # seconds within which a finished game reveals all its links
LATE_RECEIPT = 20.0  # seconds after which a receipt is asked for again, and then given up
CLAIM_AGAIN = 15.0  # seconds between two claims
FATAL = ("bad_token", "no_token", "no_scope", "not_a_bot", "banned", "replaced")


def ignore_move(game: str, ply: int, move: Move) -> None:
    """Take no notice of a move."""


def say_fault(game: str, says: str) -> None:
    """Report loudly that something is false."""
    say(f"!!! FALSE: game {game}. {says} See /game/{game}/deals.")


class Game:
    """A game of an account, which a brain plays. `fault` is the first thing that the server showed falsely.

    claims: whether to claim the win if the opponent leaves while it is their turn.
    """

    def __init__(
        self,
        site: AsyncSite,
        game: str,
        brain: Brain,
        state: State,
        *,
        claims: bool = True,
        on_move: Callable[[str, int, Move], None] = ignore_move,
        on_fault: Callable[[str, str], None] = say_fault,
    ) -> None:
        self.site, self.id, self.brain, self.state = site, game, brain, state
        self.claims, self._on_move, self._on_fault = claims, on_move, on_fault
        self.table = Table()
        self.acknowledged = -1
        self.hands: dict[int, Cards] = {}
        self.throws: dict[int, Cards] = {}
        self.pledge: Pledge | None = None
        self.book: ReceiptBook | None = None
        self.made: list[tuple[int, Move]] = []  # moves that the server has acknowledged, with their deals
        self.fault: str | None = None
        self.over_since: float | None = None
        self.is_vouched_for = True  # until something is false, or if it was begun elsewhere
        self.is_signed = True  # until the server leaves a receipt out, or if the game has none
        self._claim_at: float | None = None
        self._lacks_since: float | None = None
        self._asked_for_receipts = False
        self._early: list[Json] = []  # receipts that came before the table

    @property
    def view(self) -> View | None:
        """The newest view of the seat."""
        return self.table.view

    @property
    def memory(self) -> Memory:
        """Every event of the game so far."""
        return self.table.memory

    @property
    def summary(self) -> str:
        """The result in a sentence."""
        view = self.view
        if view is None or view.ended is None or self.pledge is None:
            return f"{self.id}: not over."
        how = "void" if view.winner is None else "won" if view.winner == view.seat else "lost"
        deals = len([number for number in self.pledge.checked if number])
        return f"{self.id}: {how}, {view.my_score} to {view.their_score}; {deals} deals verified."

    async def run(self) -> None:
        """Play the game to its end, over as many streams as it takes."""
        pause = Pause(self.site.network)
        while not self.is_done:
            self.over_since = self._lacks_since = None
            try:
                async with aclosing(self.site.stream(self._path())) as frames:
                    async for frame in frames:
                        if frame is not None:
                            await self.take_in(frame)
                            pause.reset()
                        await self.look_at_the_clock()
                        if self.is_done:
                            break
            except Dropped as fault:
                await pause.wait(fault, fault.seconds)
            except MissedMove as fault:
                await pause.wait(f"{self.id}: {fault}")

    def _path(self) -> str:
        receipts = len(self.book) if self.book is not None else len(self.state.game(self.id).receipts)
        return f"/play/{quote(self.id, safe='')}?since={self.table.ply}&receipts={receipts}"

    @property
    def is_done(self) -> bool:
        """Whether it is over, and all its deals were revealed and checked, or it cannot begin."""
        if self.fault is not None and self._keeps_its_secret:
            return True
        return self.table.is_over and not (self.is_vouched_for and (self.hidden_deals or self.lacks("over")))

    @property
    def _keeps_its_secret(self) -> bool:
        """Whether the secret is not revealed. After a fault it never is, so that the game does not begin."""
        secrets = self.table.fair.get("secrets")
        return self.pledge is not None and secrets is not None and not secrets[self.pledge.seat]

    @property
    def hidden_deals(self) -> Sequence[int]:
        """The deals whose links are still missing."""
        if self.view is None or self.table.fair["version"] not in PROTOCOLS:
            return ()
        return [n for n in range(1, self.view.deal + 1) if str(n) not in self.table.fair["links"]]

    def lacks(self, step: str) -> bool:
        """Return whether the receipt of a step has yet to come."""
        return self.is_signed and self.is_vouched_for and self.book is not None and not self.book.has(step)

    async def take_in(self, frame: Json) -> None:
        """Process a frame, check its values, and do what it asks for."""
        if "here" in frame:
            self._note_presence(frame["here"])
        if frame["t"] == "receipts":
            self._early.append(frame)
        elif self.table.take_in(frame) is None:
            return
        view = self.view
        if view is None:
            return
        if self.pledge is None:
            self._sit_down()
        if view.phase == "throw" and not view.thrown[view.seat]:
            self.hands[view.deal] = view.hand
        if view.throw:
            self.throws[view.deal] = view.throw
        if view.ended is not None and self.over_since is None:
            self.over_since = time.monotonic()
        if self.is_vouched_for:
            try:
                self._check(view)
                await self._give()
            except BrokenPromise as fault:
                self.doubt(str(fault))
            except (KeyError, IndexError, TypeError, ValueError, AttributeError) as fault:
                self.doubt(f"A frame of the server cannot be read: {fault!r}.")
        await self._move()

    def _sit_down(self) -> None:
        kept, seat, fair = self.state.game(self.id), self.table.you or 0, self.table.fair
        self.pledge = Pledge(self.id, seat, kept.secret, kept.promised)
        self.book = ReceiptBook(self.id, seat, [*kept.receipts])
        if self.pledge.is_made_elsewhere(fair):
            self.is_vouched_for = False
            say(f"{self.id} was begun elsewhere, so its deals cannot be checked here.")

    def _check(self, view: View) -> None:
        """Check all that was shown so far. Raise BrokenPromise if something is false."""
        assert self.pledge is not None
        assert self.book is not None
        fair = self.table.fair
        self.pledge.take_in(fair)
        self.pledge.check(fair, view, self.memory, self.hands)
        self._check_own_moves(view)
        if not self.book.reads(fair):
            self.is_signed = False
            return
        count = len(self.book)
        for frame in self._early:
            self.book.take(frame["since"], frame["notes"], fair)
        self._early.clear()
        self.book.check(Seen(fair, view, self.memory, self.hands, self.throws))
        if len(self.book) > count:
            self._lacks_since, self._asked_for_receipts = None, False
            self.state.sign(self.id, self.book.notes)

    def _check_own_moves(self, view: View) -> None:
        """Check that the table has the moves that this seat has made."""
        if self.table.ply < self.acknowledged:
            return
        for deal, move in self.made:
            played = [
                event.card
                for event in events_of_deal(self.memory, deal)
                if isinstance(event, Played) and event.seat == view.seat
            ]
            match move:
                case Play(card) if card not in played:
                    raise BrokenPromise(
                        f"This seat has played {card} in deal {deal}, and the table has {played}."
                    )
                case Throw(cards) if {*cards} != {*self.throws.get(deal, cards)}:
                    raise BrokenPromise(
                        f"This seat has thrown {cards}, and the table has {self.throws[deal]}."
                    )

    async def _give(self) -> None:
        """Send the commitment or the secret, if it is expected. The secret waits for the server's receipt."""
        assert self.pledge is not None
        fair = self.table.fair
        owed = self.pledge.answer(fair)
        if owed is None or fair["version"] not in (*PROTOCOLS, SHARED):
            return
        if owed[0] == "reveal" and self.lacks("both-stand"):
            return
        self.state.promise(self.id, self.pledge.pinned)
        await self._post(*owed)

    async def _move(self) -> None:
        """Move, if it is this seat's turn and its last move was confirmed."""
        view, ply = self.view, self.table.ply
        if view is None or not view.is_my_turn or ply < self.acknowledged:
            return
        if view.phase == "throw" and (view.thrown[view.seat] or self.lacks(f"saw {view.deal}")):
            return
        seed = hashlib.sha256(self.state.game(self.id).seed + str((view.deal, ply)).encode()).digest()
        chance, memory = random.Random(seed), self.memory  # noqa: S311
        move = await self.site.network.compute(lambda: decide(self.brain, view, memory, chance))
        answer = await self._post("move", {"ply": ply, "move": move_to_json(move)})
        if answer is not None:
            self.acknowledged = answer["ply"]
            if self.acknowledged > ply:
                self.made.append((view.deal, move))
            self._on_move(self.id, ply, move)

    async def look_at_the_clock(self) -> None:
        """Do what is due after a while: claim an abandoned game, and miss what the server owes."""
        now = time.monotonic()
        if self._claim_at is not None and now > self._claim_at and not self.table.is_over:
            self._claim_at = now + CLAIM_AGAIN
            if await self._post("claim_win", None) is not None:
                say(f"{self.id}: the opponent has left, and the win is claimed.")
        is_late = self.over_since is not None and now - self.over_since > LAST_LINKS
        if is_late and self.is_vouched_for and self.hidden_deals:
            self.doubt(f"It is over, and the server's part of the deals {self.hidden_deals} is not shown.")
        await self._miss_receipts(now)

    async def _miss_receipts(self, now: float) -> None:
        """Ask once more for a receipt that is late, and go on without receipts if it stays away."""
        view = self.view
        owed = self.pledge is not None and self.table.fair.get("must") == "reveal"
        step = "both-stand" if owed else "over" if self.table.is_over else f"saw {view.deal}" if view else ""
        if view is None or not (owed or view.deal) or not self.lacks(step):
            self._lacks_since = None
        elif self._lacks_since is None:
            self._lacks_since = now
        elif now - self._lacks_since > LATE_RECEIPT:
            if not self._asked_for_receipts:
                self._asked_for_receipts = True
                raise Dropped(f"{self.id}: the receipt {step!r} is missing")
            self.is_signed = False
            say(f"{self.id}: the server does not sign what it shows, so a lie could not be proved.")
            await self._give()
            await self._move()

    def _note_presence(self, here: Json) -> None:
        waits = here["claim_in_ms"] if self.claims and here else None
        self._claim_at = None if waits is None else time.monotonic() + waits / 1000

    async def _post(self, what: str, body: Json | None) -> Json | None:
        """Make a call of this table. One that came too late changes nothing, and the stream reports it."""
        try:
            return await self.site.call("POST", f"/play/{quote(self.id, safe='')}/{what}", body)
        except Refused as fault:
            if fault.code in ("stale", "no_such_ply", "not_begun"):
                raise Dropped(f"{self.id}: {fault}") from None
            if fault.code in FATAL:
                raise
            if fault.code != "not_away":
                say(f"{self.id}: {what} {body if what == 'move' else ''} was refused: {fault}")
            return None

    def doubt(self, says: str) -> None:
        """Report that something is false, and keep the server's receipts as evidence."""
        self.is_vouched_for, self.fault = False, self.fault or says
        self._on_fault(self.id, says)
        if self.book is not None and (self.book.notes or self.book.contradictions):
            path = self.state.accuse(self.id, self.book.to_case(self.table.fair["params"], says))
            if path is not None:
                say(f"The evidence is in {path}: python3 verify.py --receipts {path}")


# ------------------------------------------------------------------------------------------
# The site for programs without an event loop: every call waits.


class Site:
    """The site, called by one account's program, or without a token by anyone."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.core = AsyncSite(url, token, network=BlockingNetwork())

    @property
    def is_open_to_listeners(self) -> bool:
        """Whether the token would cross a network unencrypted."""
        return self.core.is_open_to_listeners

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Make a call, and retry until it is answered. A repeated call has no further effect."""
        return drive(self.core.call(method, path, body))

    def lines(self, method: str, path: str, body: Json | None = None) -> list[Json]:
        """Make a call that answers with lines, such as GET /bots, and repeat it until all have come."""
        return drive(self.core.lines(method, path, body))

    def stream(self, path: str, method: str = "GET", body: Json | None = None) -> Iterator[Json | None]:
        """Yield the lines of one stream, and None for each empty one. It ends by Dropped or Refused."""
        return iterate(self.core.stream(path, method, body))

    def events(self) -> Iterator[Json]:
        """Yield the account's events, each once, for as long as the site may be reached."""
        return iterate(self.core.events())

    def watch(self, game: str) -> Iterator[Step]:
        """Yield every move of a live or finished game that all may see, from its beginning to its end."""
        return iterate(self.core.watch(game))

    def play(self, game: str, brain: Brain, state: State | None = None) -> Game:
        """Play a game to its end."""
        played = Game(self.core, game, brain, state or State())
        drive(played.run())
        return played


# ------------------------------------------------------------------------------------------
# A bot: it receives events, accepts and sends challenges, and plays each game in a thread.


AT_ONCE = 8
LOOK_AGAIN = 60.0  # seconds between two checks for waiting challenges


@dataclass(frozen=True, slots=True)
class Terms:
    """The games to play, and their number."""

    clocks: frozenset[str] = frozenset({"none", "quick", "standard", "relaxed"})
    countings: frozenset[str] = frozenset({"auto", "manual", "muggins"})
    rated: frozenset[bool] = frozenset({False})
    at_once: int = AT_ONCE
    games: int | None = None
    against: str | None = None
    claims: bool = True  # whether to claim the win of a game that the opponent has left
    asked: Json = field(default_factory=dict)  # the settings of requested games

    def accepts(self, challenge: Json) -> bool:
        """Return whether a challenge is to one of these games."""
        return (
            challenge["clock"] in self.clocks
            and challenge["counting"] in self.countings
            and challenge["rated"] in self.rated
        )


class Bot:
    """One account's bot."""

    def __init__(
        self, site: Site, brain: Callable[[], Brain], terms: Terms, state: State, *, tells_moves: bool = False
    ) -> None:
        self.site, self.brain, self.terms, self.state = site, brain, terms, state
        self.tells_moves = tells_moves
        self.inbox: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.playing: set[str] = set()
        self.finished: set[str] = set()
        self.challenges: dict[str, Json] = {}
        self.asked: set[str] = set()  # our own open challenges
        self.won = 0
        self.false: list[str] = []
        self.given_up: list[str] = []

    def run(self) -> int:
        """Play until the requested games are over. Return the exit code."""
        me = self.site.call("GET", "/me")
        say(f"{me['name']} is here.")
        for game in self.state.games:
            self._play(game)
        threading.Thread(target=self._listen, daemon=True).start()
        while not self._is_done():
            self._begin_games()
            try:
                kind, value = self.inbox.get(timeout=LOOK_AGAIN)
            except queue.Empty:
                self._look_again()
                continue
            if kind == "fatal":
                say(f"This ends here. {value}")
                return 2
            self._handle(kind, value)
        say(f"{len(self.finished)} games played, {self.won} won.")
        return 1 if self.false or self.given_up else 0

    def note_move(self, game: str, ply: int, move: Move) -> None:
        """Print a move, if wanted."""
        if self.tells_moves:
            say(f"move {json.dumps({'game': game, 'ply': ply, 'move': move_to_json(move)})}")

    def _is_done(self) -> bool:
        """Whether all is done: nothing more is to begin, and nothing is running."""
        wanted = self.terms.games
        begins_no_more = bool(self.false) or (wanted is not None and len(self.finished) >= wanted)
        return begins_no_more and not self.playing

    def _handle(self, kind: str, value: Any) -> None:
        match kind:
            case "game_start":
                self._play(value["game"])
            case "challenge":
                self.challenges[value["id"]] = value
            case "challenge_gone":
                self.challenges.pop(value["id"], None)
            case "notice":
                if value["notice"]["kind"] == "declined":
                    self.asked.discard(value["notice"]["id"])
                    say("A challenge was declined.")
            case "played":
                self._note_end(value)
            case "false":
                game, says = value
                self.false.append(game)
                say(f"!!! FALSE: game {game}. {says} No more games are begun. See /game/{game}/deals.")

    def _note_end(self, game: Game) -> None:
        self.playing.discard(game.id)
        self.finished.add(game.id)
        view = game.view
        if view is None or view.ended is None or game.pledge is None:
            self.given_up.append(game.id)
            return
        self.state.forget(game.id)
        self.won += view.winner == view.seat
        say(f"over {game.summary}")

    # Starting games.

    def _room(self) -> int:
        """Return how many more games may begin now."""
        under_way = len(self.playing) + len(self.asked)
        room = self.terms.at_once - under_way
        if self.terms.games is not None:
            room = min(room, self.terms.games - len(self.finished) - under_way)
        return 0 if self.false else room

    def _begin_games(self) -> None:
        """Accept challenges and send new ones, as far as there is room."""
        for challenge in [*self.challenges.values()]:
            if self.false or not self.terms.accepts(challenge):
                self._decline(challenge)
            elif self._room() > 0:
                self._accept(challenge)
        while self.terms.against and self._room() > 0 and not self.asked:
            if not self._ask(self.terms.against):
                break

    def _accept(self, challenge: Json) -> None:
        del self.challenges[challenge["id"]]
        try:
            seated = self.site.call("POST", f"/challenges/{quote(challenge['id'])}/accept")
        except Refused as fault:
            self._tell_refusal(f"The challenge of {challenge['by']}", fault)
        else:
            self._play(seated["game"])

    def _decline(self, challenge: Json) -> None:
        del self.challenges[challenge["id"]]
        try:
            self.site.call("POST", f"/challenges/{quote(challenge['id'])}/decline", {"reason": "no"})
        except Refused as fault:
            self._tell_refusal(f"The challenge of {challenge['by']}", fault)

    def _ask(self, against: str) -> bool:
        """Challenge a player. Return whether that worked. A house bot's game begins at once."""
        try:
            seated = self.site.call("POST", "/challenges", {"against": against, **self.terms.asked})
        except Refused as fault:
            self._tell_refusal(f"A game against {against}", fault)
            return False
        if seated["waiting"]:
            self.asked.add(seated["game"])
        else:
            self._play(seated["game"])
        return True

    def _tell_refusal(self, what: str, fault: Refused) -> None:
        if fault.code in FATAL:
            self.inbox.put(("fatal", fault))
        say(f"{what} was refused: {fault}")

    def _look_again(self) -> None:
        """Forget our own challenges that have expired."""
        if self.asked:
            self.asked &= {each["id"] for each in self.site.call("GET", "/challenges")["mine"]}

    def _play(self, game: str) -> None:
        self.asked.discard(game)
        if game not in self.playing | self.finished:
            self.playing.add(game)
            played = Game(
                self.site.core,
                game,
                self.brain(),
                self.state,
                claims=self.terms.claims,
                on_move=self.note_move,
                on_fault=lambda game, says: self.inbox.put(("false", (game, says))),
            )
            threading.Thread(target=self._run_game, args=(played,), daemon=True).start()

    def _run_game(self, game: Game) -> None:
        try:
            drive(game.run())
        except Refused as fault:
            say(f"{game.id}: {fault}")
            if fault.code in FATAL:
                self.inbox.put(("fatal", fault))
            else:
                self.state.forget(game.id)
        except Exception:
            say(f"{game.id} cannot be played on:\n{traceback.format_exc()}")
        self.inbox.put(("played", game))

    def _listen(self) -> None:
        """Put events into the inbox, over as many streams as it takes."""
        try:
            for event in self.site.events():
                self.inbox.put((event["t"], event))
        except Refused as fault:
            self.inbox.put(("fatal", fault))


# ------------------------------------------------------------------------------------------
# Offline games against a house bot, whose code must be in a checkout of Every Other.


def play_locally(brain: Callable[[], Brain], house: str, games: int, seed: int, target: int) -> str:
    """Play pairs of games with the same decks and the seats swapped. Return the result as a sentence."""
    for folder in (*Path(__file__).resolve().parents, *(Path.cwd() / "here").parents):
        if (folder / "game" / "arena" / "odds.py").exists():
            sys.path.insert(0, str(folder))
            break
    try:
        from game.arena.odds import Share
        from game.bots.registry import BRAINS
    except ImportError as fault:
        raise SystemExit(
            f"--local needs the house's bots, and they cannot be loaded ({fault}). Run this in a"
            " checkout of Every Other, with what the site needs: make setup, then .venv/bin/python."
        ) from None
    if house not in BRAINS:
        raise SystemExit(f"There is no bot of the house called {house!r}; there are {', '.join(BRAINS)}.")
    share = Share(2)
    for pair in range(max(1, (games + 1) // 2)):
        won = sum(_play_local_game(brain(), house, f"{seed} {pair}", seat, target) for seat in (0, 1))
        share = share.with_sample(won)
    interval = f"95%: {share.low:.1f} to {share.high:.1f}" if share.samples > 1 else "too few for an interval"
    return (
        f"{2 * share.samples} games against {house}, every deck from both sides, seed {seed}: "
        f"won {share.percent:.1f}% ({interval})"
    )


def _play_local_game(brain: Brain, house: str, name: str, seat: int, target: int) -> bool:
    """Play one game from this seat. Return whether it was won. The decks follow from its name."""
    from game.bots.registry import choose
    from game.engine import moves
    from game.engine.play import act, start
    from game.engine.state import Phase, Rules, Seat
    from game.engine.view import seats_to_move, view

    decks = random.Random(name)  # noqa: S311
    state, mine, moved = start(Rules(target)), Seat(seat), 0
    seen: Memory = ()
    events: tuple[Any, ...] = ()
    while not state.is_over:
        waiting = seats_to_move(state)
        chance, moved = random.Random(f"{name} {moved}"), moved + 1  # noqa: S311
        move: Any
        if not waiting:
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            move = moves.Deal(number, tuple(decks.sample(range(52), 52)))
        elif mine in waiting:
            move = _to_house(decide(brain, _from_house_view(view(state, mine)), seen, chance))
        else:
            move = choose(house, view(state, mine.other), events, chance)
        mover = None if not waiting else mine if mine in waiting else mine.other
        state, happened = act(state, mover, move)
        events += (*happened,)
        seen += tuple(_from_house_event(event) for event in happened)
    return state.winner is mine


def _to_house(move: Move) -> Any:
    """Convert a move to the house's rules, where cards are numbers."""
    from game.engine import moves

    numbers: dict[str, Callable[[Any], Any]] = {
        "card": DECK.index,
        "cards": lambda cards: tuple(map(DECK.index, cards)),
        "points": int,
    }
    kind = getattr(moves, type(move).__name__)
    return kind(*(numbers[each.name](getattr(move, each.name)) for each in fields(move)))


def _from_house_view(own: Any) -> View:
    rules = {"target": own.rules.target, "counting": own.rules.counting.value, "start": own.rules.start}
    names = [each.name for each in fields(View) if each.name not in rules]
    return View(**rules, **{name: _from_house(name, getattr(own, name)) for name in names})


def _from_house_event(event: Any) -> Event:
    kind: Any = next(each for each in EVENTS.values() if each.__name__ == type(event).__name__)
    if kind is Counted:
        return _from_house_count(event)
    found: Event = kind(*(_from_house(each.name, getattr(event, each.name)) for each in fields(kind)))
    return found


def _from_house_count(counted: Any) -> Counted:
    *hand, starter = counted.score.cards
    cards = tuple(DECK[card] for card in hand)
    parts = _from_house("parts", counted.score.parts)
    return Counted(
        int(counted.seat), counted.what, cards, DECK[starter], counted.score.total, counted.score.says, parts
    )


def _from_house(name: str, value: Any) -> Any:
    """Convert a value of the house to this file's form."""
    if value is None:
        return None
    match name:
        case "card" | "starter":
            return DECK[value]
        case "cards" | "hand" | "throw" | "pile" | "playable":
            return tuple(DECK[card] for card in value)
        case "played":
            return tuple((int(seat), DECK[card]) for seat, card in value)
        case "cut":
            return tuple((DECK[one], DECK[other]) for one, other in value)
        case "parts":
            return tuple(
                Part(part.kind, _from_house("cards", part.cards), part.points, part.says) for part in value
            )
        case "show":
            counts = tuple(map(_from_house_count, value.counts))
            return Show(value.deal, int(value.dealer), DECK[value.starter], counts)
        case "laid":
            return Laid(
                int(value.seat),
                value.what,
                _from_house("cards", value.cards),
                DECK[value.starter],
                value.claimed,
            )
        case "phase" | "ended" | "how":
            return value.value
        case "turn":
            return tuple(map(int, value))
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


# ------------------------------------------------------------------------------------------
# The command line.


USAGE = """\
Plays cribbage on Every Other with a brain of your own: Python 3.11 or newer, nothing else to install.

Write a brain, here mine.py:

    from everyother_bot import Brain, Play, Throw

    class Mine(Brain):
        def choose(self, view, memory, chance):
            if view.phase == "throw":
                return Throw(view.hand[:2])   # two of six cards, written as "5H", "TD", "AS"
            return Play(view.playable[0])     # a legal card

Try it offline, in a checkout of Every Other, against a house bot:

    python clients/python/everyother_bot.py --local novice --games 100 mine:Mine

Then play. Sign up under the bot's name, make a token with the scope "bot" under /settings/tokens, and have it
made a bot by POST /bots/upgrade (the site's page /api has the line). The token is read from EVERYOTHER_TOKEN
or from --token-file, never from the command line, and never printed:

    export EVERYOTHER_TOKEN=eo_...
    python everyother_bot.py --site http://127.0.0.1:8000 --against novice --games 3 mine:Mine
    python everyother_bot.py --site http://127.0.0.1:8000 --clocks standard,relaxed --at-once 8 mine:Mine

The first asks for three games and ends. The second accepts every challenge, until Ctrl-C. After a restart it
continues running games, with the data in --state. Every deal and every signature of the server is checked
when it is shown. If one is false, the program reports it loudly, keeps the evidence, begins no more games,
and exits with code 1. A game that the opponent leaves is claimed.

The client makes goes and counts. `Brain` and `View` describe the input of a brain. The package
every-other-client is the same program, called every-other-bot; its brains import from every_other_client.
"""


def load_brain(name: str) -> type[Brain]:
    """Return the class named as mine:Mine, or ./mine.py:Mine. The only one of a module needs no name."""
    module, _, wanted = name.partition(":")
    path = Path(module)
    sys.path.insert(0, str(path.parent.resolve() if path.suffix == ".py" else Path.cwd()))
    try:
        loaded = importlib.import_module(path.stem if path.suffix == ".py" else module)
    except ModuleNotFoundError as fault:
        raise SystemExit(f"Cannot load {name}: {fault}.") from None
    own = [each for each in vars(loaded).values() if isinstance(each, type) and issubclass(each, Brain)]
    found = [each for each in own if each is not Brain and wanted in ("", each.__name__)]
    if len(found) != 1:
        raise SystemExit(
            f"{module} has {len(found)} brains called {wanted or 'anything'}: name one, as {module}:Mine."
        )
    return found[0]


def load_token(file: Path | None) -> str:
    """Return the token, from a file or from the environment."""
    if file is None:
        token = os.environ.get("EVERYOTHER_TOKEN", "")
    else:
        token = file.read_text()
        if file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
            say(f"Others on this machine may read {file}: chmod 600 {file}")
    if not token.strip().startswith("eo_"):
        raise SystemExit("There is no token: set EVERYOTHER_TOKEN, or name a file of it by --token-file.")
    return token.strip()


def choices(text: str, allowed: Sequence[str]) -> frozenset[str]:
    """Parse comma-separated words, each of which must be allowed."""
    words = frozenset(text.split(","))
    if not words <= {*allowed}:
        raise argparse.ArgumentTypeError(f"choose of {','.join(allowed)}")
    return words


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        description=USAGE, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    clocks, countings = ("none", "quick", "standard", "relaxed"), ("auto", "manual", "muggins")
    parser.add_argument("brain", help="the class, as module:Class or ./file.py:Class")
    parser.add_argument("--site", default="http://127.0.0.1:8000", help="where to play (%(default)s)")
    parser.add_argument("--token-file", type=Path, help="a file with the token, instead of EVERYOTHER_TOKEN")
    parser.add_argument(
        "--state", type=Path, default=Path("everyother_bot.state"), help="what lasts (%(default)s)"
    )
    parser.add_argument(
        "--clocks",
        type=lambda text: choices(text, clocks),
        default=frozenset(clocks),
        help="which clocks to accept, between commas: none,quick,standard,relaxed (all)",
    )
    parser.add_argument(
        "--counting",
        type=lambda text: choices(text, countings),
        default=frozenset(countings),
        help="which ways of counting to accept: auto,manual,muggins (all)",
    )
    parser.add_argument(
        "--rated", choices=("no", "yes", "both"), default="no", help="games for points (%(default)s)"
    )
    parser.add_argument(
        "--at-once", type=int, choices=range(1, AT_ONCE + 1), default=4, help="games at once, 1 to 8 (4)"
    )
    parser.add_argument("--games", type=int, help="end after so many games (never; with --local 100)")
    parser.add_argument(
        "--against", help="ask for games, too: of a player, or novice, intermediate, advanced, ..."
    )
    parser.add_argument("--target", type=int, choices=(121, 61), default=121, help="of the games asked for")
    parser.add_argument(
        "--clock", choices=clocks, default="none", help="of the games asked for (%(default)s)"
    )
    parser.add_argument("--moves", action="store_true", help="say each move")
    parser.add_argument("--local", metavar="BOT", help="play a bot of the house here, without a net")
    parser.add_argument(
        "--no-claims", action="store_true", help="do not claim the win of a game that the opponent has left"
    )
    parser.add_argument("--version", action="version", version=f"every-other-client {VERSION}")
    parser.add_argument("--seed", type=int, default=1, help="of the decks of --local (%(default)s)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program."""
    options = build_parser().parse_args(arguments)
    brain = load_brain(options.brain)
    if options.local:
        result = play_locally(brain, options.local, options.games or 100, options.seed, options.target)
        print(f"{brain.__name__}: {result}")
        return 0
    rated = {"no": {False}, "yes": {True}, "both": {False, True}}[options.rated]
    terms = Terms(
        clocks=options.clocks,
        countings=options.counting,
        rated=frozenset(rated),
        at_once=options.at_once,
        games=options.games,
        against=options.against,
        claims=not options.no_claims,
        asked={"target": options.target, "clock": options.clock, "rated": options.rated == "yes"},
    )
    token = load_token(options.token_file)
    try:
        site = Site(options.site, token)
    except ValueError as fault:
        raise SystemExit(str(fault)) from None
    if site.is_open_to_listeners:
        say(f"{options.site} is not https: anyone on the way there can read the token.")
    try:
        return Bot(site, brain, terms, State(options.state), tells_moves=options.moves).run()
    except Refused as fault:
        say(f"This ends here. {fault}")
        return 2
    except KeyboardInterrupt:
        say("Stopped. Games under way go on when this is started again.")
        return 130


if __name__ == "__main__":
    sys.exit(main())
