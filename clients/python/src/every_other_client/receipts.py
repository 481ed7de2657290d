"""The server's signed receipts of a seat (docs/explanation/fairness.md), against what the seat was shown."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from every_other_client.cards import RANKS, SUITS, Cards
from every_other_client.events import CutForDeal, Dealt, GameOver, Memory, Pegged, Played
from every_other_client.fairness import SHARED, BrokenPromise
from every_other_client.signatures import Signer, open_note, parse_signer
from every_other_client.views import View
from every_other_client.wire import Json

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
