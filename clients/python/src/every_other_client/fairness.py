"""The deal protocol (docs/explanation/fairness.md): cribfair/1 and cribfair/2, which deal alike."""

import hashlib
import hmac
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from every_other_client.cards import DECK, Cards, rank_of, score_hand
from every_other_client.events import Counted, Dealt, Memory, Played, StarterTurned
from every_other_client.views import View
from every_other_client.wire import Json

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
