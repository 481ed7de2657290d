#!/usr/bin/env python3
"""Plays cribbage on Every Other with a brain of your own: one file, Python 3.11 or newer, nothing to install.

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
continues running games, with the data in --state. Every deal is checked when it is revealed. If one is false,
the program reports it loudly, begins no more games, and exits with code 1.

The client makes goes and counts. `Brain` and `View` below describe the input of a brain.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import importlib
import json
import os
import queue
import random
import secrets
import ssl
import stat
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from itertools import combinations
from math import prod
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

# A brain imports this file by its name. Run as a program, it must be the same module.
sys.modules.setdefault("everyother_bot", sys.modules[__name__])

Json = dict[str, Any]

# ------------------------------------------------------------------------------------------
# Cards are written as a rank of A23456789TJQK and a suit of CDHS.

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
# Moves.


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
# Events, which everyone at the table has seen. Seats are 0 and 1.


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
# The view of a seat.


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
# A brain.


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


_print_lock = threading.Lock()


def say(words: str) -> None:
    """Print a message with the time."""
    with _print_lock:
        print(time.strftime("%H:%M:%S"), words, flush=True)


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
    for begin, end in zip(begins, [*begins[1:], len(memory)], strict=True):
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
# Persistent data: a secret and a seed for each running game, in a file that only its owner may read.


@dataclass(frozen=True, slots=True)
class Kept:
    """The data of a game that a restart needs.

    secret: of this seat, for the shuffle; it is revealed to everyone.
    seed: of the brain's random choices; it is never revealed.
    promised: the values that the server had shown when the secret was revealed.
    """

    secret: bytes
    seed: bytes
    promised: Json


class State:
    """The state file. It is always replaced as a whole, so that it is never half written."""

    def __init__(self, path: Path) -> None:
        self.path, self._lock = path, threading.Lock()
        try:
            self._games: dict[str, Json] = json.loads(path.read_text())["games"]
        except FileNotFoundError:
            self._games = {}

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
            return Kept(bytes.fromhex(kept["secret"]), bytes.fromhex(kept["seed"]), {**kept["promised"]})

    def promise(self, game: str, promised: Json) -> None:
        """Store the values that the server has shown, before the secret is revealed."""
        with self._lock:
            if game in self._games and self._games[game]["promised"] != promised:
                self._games[game]["promised"] = {**promised}
                self._write()

    def forget(self, game: str) -> None:
        """Remove a game that is over."""
        with self._lock:
            if self._games.pop(game, None) is not None:
                self._write()

    def _write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(
            dir=self.path.parent, prefix=self.path.name
        )  # readable only by its owner
        with os.fdopen(number, "w") as file:
            json.dump({"games": self._games}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, self.path)


# ------------------------------------------------------------------------------------------
# The site: calls, which are retried until they are answered, and streams.

PATIENCE = 30.0  # seconds to wait for an answer
SILENCE = 20.0  # seconds after which a stream without any line is dead
LONGEST_PAUSE = 15.0
NO_ANSWER = (OSError, HTTPException, ValueError)


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

    def __init__(self) -> None:
        self.tries = 0

    def wait(self, why: object, seconds: float | None = None) -> None:
        """Wait as long as the server said, or else twice as long as before."""
        if seconds is None:
            seconds = min(0.1 * 2**self.tries, LONGEST_PAUSE) * random.uniform(0.5, 1)  # noqa: S311
            self.tries += 1
        if self.tries > 4 or seconds >= 5:
            say(f"{why}; again in {seconds:.1f} s")
        time.sleep(seconds)

    def reset(self) -> None:
        """Reset the wait after a success."""
        self.tries = 0


class Site:
    """The site, called by one account's program."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise SystemExit(f"{url!r} is no address of a site: write it as https://cribbage.example.")
        self._is_secure, self._host = parts.scheme == "https", parts.netloc
        self._root = f"{parts.path.rstrip('/')}/api/v1"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    @property
    def is_open_to_listeners(self) -> bool:
        """Return whether the token would cross a network unencrypted."""
        return not self._is_secure and urlsplit(f"//{self._host}").hostname not in (
            "127.0.0.1",
            "::1",
            "localhost",
        )

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Make a call, and retry until it is answered. A repeated call has no further effect."""
        pause = Pause()
        while True:
            connection = self._connect(PATIENCE)
            try:
                answer = self._request(connection, method, path, body)
                status, says = answer.status, answer.read()
                parsed: Json = json.loads(says) if status == 200 else _refusal(says, status)
            except NO_ANSWER as fault:
                pause.wait(f"{method} {path} had no answer ({fault})")
                continue
            finally:
                connection.close()
            if status == 200:
                return parsed
            if status != 429 and status < 500:
                raise Refused(parsed["code"], parsed["says"])
            waits = parsed.get("retry_ms")
            pause.wait(f"{method} {path}: {parsed['says']}", None if waits is None else waits / 1000)

    def stream(self, path: str) -> Iterator[Json | None]:
        """Yield the lines of a stream, and None for each empty one. It ends by raising Dropped or Refused."""
        connection = self._connect(SILENCE)
        try:
            answer = self._request(connection, "GET", path)
            if answer.status != 200:
                parsed = _refusal(answer.read(), answer.status)
                if answer.status != 429 and answer.status < 500:
                    raise Refused(parsed["code"], parsed["says"])
                waits = parsed.get("retry_ms")
                raise Dropped(parsed["says"], None if waits is None else waits / 1000)
            for line in answer:
                frame: Json | None = json.loads(line) if line.strip() else None
                if frame is not None and frame["t"] == "bye":
                    if frame["back_in_ms"] is None:
                        raise Refused(frame["code"], frame["says"])
                    raise Dropped(frame["says"], frame["back_in_ms"] / 1000)
                yield frame
        except NO_ANSWER as fault:
            raise Dropped(f"GET {path} broke off ({fault})") from None
        finally:
            connection.close()
        raise Dropped(f"GET {path} ended")

    def _connect(self, timeout: float) -> HTTPConnection:
        if self._is_secure:
            return HTTPSConnection(self._host, timeout=timeout, context=ssl.create_default_context())
        return HTTPConnection(self._host, timeout=timeout)

    def _request(
        self, connection: HTTPConnection, method: str, path: str, body: Json | None = None
    ) -> HTTPResponse:
        sent = None if body is None else json.dumps(body)
        connection.request(method, self._root + path, sent, self._headers)
        return connection.getresponse()


def _refusal(says: bytes, status: int) -> Json:
    """Return a refusal, also one from a proxy in front of the site in another format."""
    try:
        parsed: Json = json.loads(says)
        return {"code": parsed["code"], "says": parsed["says"], "retry_ms": parsed.get("retry_ms")}
    except (ValueError, KeyError, TypeError):
        return {"code": f"http_{status}", "says": f"The answer was {status}."}


# ------------------------------------------------------------------------------------------
# One game, in its own thread.

LAST_LINKS = 60.0  # seconds within which a finished game reveals all its links


class Game:
    """A game from the first frame of its stream to the last link of its shuffle."""

    def __init__(self, bot: Bot, game: str) -> None:
        self.bot, self.id = bot, game
        self.brain = bot.brain()
        self.ply = self.acknowledged = -1
        self.view: View | None = None
        self.frame: Json = {}  # the view as received
        self.fair: Json = {}
        self.memory: Memory = ()
        self.hands: dict[int, Cards] = {}
        self.pledge: Pledge | None = None
        self.over_since: float | None = None
        self.is_vouched_for = True  # until something is false, or if it was begun elsewhere

    def run(self) -> None:
        """Play the game to its end, over as many streams as it takes."""
        pause = Pause()
        path = f"/play/{quote(self.id)}"
        while not self.is_done:
            self.over_since = None
            try:
                for frame in self.bot.site.stream(path):
                    if frame is not None:
                        self.take_in(frame)
                        pause.reset()
                    self.demand_links()
                    if self.is_done:
                        break
            except Dropped as fault:
                pause.wait(fault, fault.seconds)

    @property
    def is_done(self) -> bool:
        """Whether it is over, and all its deals were revealed and checked."""
        if self.view is None or self.view.ended is None:
            return False
        return not (self.is_vouched_for and self.hidden_deals)

    @property
    def hidden_deals(self) -> Sequence[int]:
        """The deals whose links are still missing."""
        if self.view is None or self.fair["version"] not in PROTOCOLS:
            return ()
        return [n for n in range(1, self.view.deal + 1) if str(n) not in self.fair["links"]]

    def demand_links(self) -> None:
        """Report a server that answers, but does not reveal the links of a finished game."""
        is_late = self.over_since is not None and time.monotonic() - self.over_since > LAST_LINKS
        if is_late and self.is_vouched_for and self.hidden_deals:
            self.doubt(f"It is over, and the server's part of the deals {self.hidden_deals} is not shown.")

    def take_in(self, frame: Json) -> None:
        """Process a frame, check its values, and do what it asks for."""
        match frame["t"]:
            case "table":
                self.ply, self.fair, self.frame = frame["ply"], frame["fair"], frame["view"]
                steps = frame.get("history") or ()
                self.memory = tuple(event for step in steps for event in read_events(step["events"]))
                if self.pledge is None:
                    kept = self.bot.state.game(self.id)
                    self.pledge = Pledge(self.id, frame["you"], kept.secret, kept.promised)
                    if self.pledge.is_made_elsewhere(self.fair):
                        self.is_vouched_for = False
                        say(f"{self.id} was begun elsewhere, so its deals cannot be checked here.")
            case "event":
                if frame["since"] != self.ply:
                    raise Dropped(f"{self.id}: a move was missed")
                self.ply, self.frame = frame["ply"], {"show": self.frame.get("show"), **frame["view"]}
                self.memory += read_events(frame["events"])
            case "fair":
                self.fair = {name: value for name, value in frame.items() if name != "t"}
            case _:
                return
        if self.pledge is None:
            return
        self.view = read_view(self.frame, self.pledge.seat)
        if self.view.phase == "throw" and not self.view.thrown[self.view.seat]:
            self.hands[self.view.deal] = self.view.hand
        if self.view.ended is not None and self.over_since is None:
            self.over_since = time.monotonic()
        if self.is_vouched_for:
            try:
                self.pledge.take_in(self.fair)
                self.pledge.check(self.fair, self.view, self.memory, self.hands)
                self.give()
            except BrokenPromise as fault:
                self.doubt(str(fault))
            except (KeyError, IndexError, TypeError, ValueError) as fault:
                self.doubt(f"What was shown cannot be read: {fault!r}.")
        self.move()

    def give(self) -> None:
        """Send the commitment or the secret, if it is expected."""
        assert self.pledge is not None
        owed = self.pledge.answer(self.fair)
        if owed is None or self.fair["version"] not in (*PROTOCOLS, SHARED):
            return
        self.bot.state.promise(self.id, self.pledge.pinned)
        self.post(*owed)

    def move(self) -> None:
        """Move, if it is this seat's turn and its last move was confirmed."""
        view = self.view
        if view is None or not view.is_my_turn or self.ply < self.acknowledged:
            return
        if view.phase == "throw" and view.thrown[view.seat]:
            return
        seed = hashlib.sha256(
            self.bot.state.game(self.id).seed + str((view.deal, self.ply)).encode()
        ).digest()
        move = decide(self.brain, view, self.memory, random.Random(seed))  # noqa: S311
        answer = self.post("move", {"ply": self.ply, "move": move_to_json(move)})
        if answer is not None:
            self.acknowledged = answer["ply"]
            self.bot.note_move(self.id, self.ply, move)

    def post(self, what: str, body: Json) -> Json | None:
        """Make a call of this table. One that came too late changes nothing, and the stream reports it."""
        try:
            return self.bot.site.call("POST", f"/play/{quote(self.id)}/{what}", body)
        except Refused as fault:
            if fault.code in ("stale", "no_such_ply", "not_begun"):
                raise Dropped(f"{self.id}: {fault}") from None
            if fault.code in FATAL:
                raise
            say(f"{self.id}: {what} {body if what == 'move' else ''} was refused: {fault}")
            return None

    def doubt(self, says: str) -> None:
        """Report loudly that something is false, and let the bot begin no more games."""
        self.is_vouched_for = False
        self.bot.inbox.put(("false", (self.id, says)))


# ------------------------------------------------------------------------------------------
# The bot: it receives events, accepts and sends challenges, and starts each game.

FATAL = ("bad_token", "no_token", "no_scope", "not_a_bot", "banned", "replaced")
AT_ONCE = 8
JUST_OPENED = 5.0  # seconds
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
            case "opened":  # followed by all open challenges
                self.challenges.clear()

    def _note_end(self, game: Game) -> None:
        self.playing.discard(game.id)
        self.finished.add(game.id)
        view = game.view
        if view is None or view.ended is None or game.pledge is None:
            self.given_up.append(game.id)
            return
        self.state.forget(game.id)
        self.won += view.winner == view.seat
        how = "void" if view.winner is None else "won" if view.winner == view.seat else "lost"
        deals = len([number for number in game.pledge.checked if number])
        say(f"over {game.id}: {how}, {view.my_score} to {view.their_score}; {deals} deals verified.")

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
            threading.Thread(target=self._run_game, args=(Game(self, game),), daemon=True).start()

    def _run_game(self, game: Game) -> None:
        try:
            game.run()
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
        pause = Pause()
        while True:
            opened = time.monotonic()
            try:
                self.inbox.put(("opened", None))
                for event in self.site.stream("/stream"):
                    pause.reset()
                    if event is not None:
                        self.inbox.put((event["t"], event))
            except Dropped as fault:
                pause.wait(fault, fault.seconds)
            except Refused as fault:
                # Another stream has opened, which may be late news of this program's own last one.
                if fault.code != "replaced" or time.monotonic() - opened > JUST_OPENED:
                    return self.inbox.put(("fatal", fault))
                pause.wait(fault)


# ------------------------------------------------------------------------------------------
# Offline: against a house bot, whose code must be in the checkout around this file.


def play_locally(brain: Callable[[], Brain], house: str, games: int, seed: int, target: int) -> str:
    """Play pairs of games with the same decks and the seats swapped. Return the result as a sentence."""
    checkout = Path(__file__).resolve().parents[2]
    sys.path.insert(0, str(checkout))
    try:
        from game.arena.odds import Share
        from game.bots import BRAINS
    except ImportError as fault:
        raise SystemExit(
            f"--local needs the house's bots, and they cannot be loaded ({fault}). Run this file where it"
            " lies in a checkout of Every Other, with what the site needs: make setup, then .venv/bin/python."
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
    from game.bots import choose
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
    kind: Any = globals()[type(event).__name__]
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
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
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
        asked={"target": options.target, "clock": options.clock, "rated": options.rated == "yes"},
    )
    site = Site(options.site, load_token(options.token_file))
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
