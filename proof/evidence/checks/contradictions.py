"""Find contradictions in the receipts of a game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct

from game.engine.cards import texts
from game.engine.play import start
from game.engine.state import Counting, Rules, Seat
from game.engine.transcript import header
from proof.evidence.checks.kept import Case, Receipt
from proof.evidence.checks.line import Table, next_state, stops_within_deal
from proof.evidence.document import MOVE_PATTERN, Start, check_start, start_or_even
from proof.evidence.document import Seat as SeatNumber
from rng import commitment, shared_decks
from rng.deal import deal_six, deck
from rng.framing import check_length

# Each line of a receipt begins with one of these words, in this order, followed by those of its step.
HEAD = ("game", "seat", "step", "params", "tip", "c0", "c1", "after")
OWN_LINES = {
    "opened": ("s0", "s1"),
    "saw": ("dealer", "dealt"),
    "shown": ("link", "dealer", "moves", "scores"),
    "over": ("ended", "winner", "value", "scores", "line"),
}
CONSTANT = ("game", "params", "tip")
COMMITMENTS = ("c0", "c1")
TOLD_TO_BOTH = {
    "opened": ("s0", "s1"),
    "shown": ("link", "moves", "scores"),
    "over": ("ended", "winner", "value", "scores", "line"),
}
NUMBER = "[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]"
MOVE = re.compile(MOVE_PATTERN)
PLACE = re.compile(f"[01]\n(promise|both-stand|opened|over|shown 0|(saw|shown) ({NUMBER}))")


class SettledRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules in params."""

    target: Literal[61, 121]
    counting: Literal["auto", "manual", "muggins"]
    clock: Literal["none", "quick", "standard", "relaxed"]
    start: Start | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        check_start(self.start)


class Settled(Struct, frozen=True):
    """The params that determine the course of a game."""

    rules: SettledRules
    first_dealer: SeatNumber | None
    bots: tuple[SeatNumber, ...]


def contradictions(case: Case, receipts: Sequence[Receipt]) -> Sequence[str]:
    """Return all contradictions in signed receipts."""
    found = [*_faults_of_constants(case, receipts)]
    by_place: dict[tuple[str, str], Receipt] = {}
    for receipt in receipts:
        earlier = by_place.setdefault((receipt.seat, receipt.step), receipt)
        if earlier.text != receipt.text:
            found.append(f"The server signed two different receipts {receipt.name}.")
    found += _faults_between_seats(receipts)
    seats = sorted({receipt.seat for receipt in receipts})
    kept = [{receipt.step: receipt for receipt in receipts if receipt.seat == seat} for seat in seats]
    for own in kept:
        found += [*_faults_of_order(own), *_faults_of_decks(case, own)]
    return found or [fault for own in kept for fault in _faults_of_line(case, own)]


def _faults_of_constants(case: Case, receipts: Sequence[Receipt]) -> Iterator[str]:
    """Check that such a receipt exists in the protocol, and repeats the constants of the game."""
    settled = _settled_by(case.params)
    expected = {"game": case.game, "params": sha256(case.params.encode()).hexdigest()}
    if settled is not None and settled.first_dealer is not None:
        expected["dealer"] = str(settled.first_dealer)
    version = version_of(case)
    for receipt in receipts:
        is_placed = PLACE.fullmatch(f"{receipt.seat}\n{receipt.step}")
        if not is_placed or not _has_its_lines(receipt, version):
            yield f"The receipt {receipt.name} is none that a game has."
            continue
        if receipt.step == "promise" and any(receipt.lines.get(name) != "-" for name in COMMITMENTS):
            yield f"The receipt {receipt.name} names a commitment before there was one."
        said = {name: receipt.lines.get(name, "-") for name in CONSTANT}
        if receipt.step != "promise":
            said |= {name: receipt.lines.get(name, "-") for name in COMMITMENTS}
        if receipt.number is not None:
            said["dealer"] = _first_dealer(receipt.lines.get("dealer", "-"), receipt.number)
        for name, value in said.items():
            if value != expected.setdefault(name, value):
                yield f"The receipt {receipt.name} names another {_WHAT[name]} than the others."


def version_of(case: Case) -> str:
    """Return the protocol that receipts of a case begin with."""
    named = (commitment.parse_params(case.params) or {}).get("version")
    return shared_decks.PROTOCOL if named == shared_decks.PROTOCOL else commitment.SIGNED_PROTOCOL


def _has_its_lines(receipt: Receipt, version: str) -> bool:
    """Return whether a receipt has exactly the lines of its step. With shared decks, no link is signed."""
    if version == shared_decks.PROTOCOL and receipt.lines.get("link", "-") != "-":
        return False
    names = [line.partition(" ")[0] for line in receipt.text.splitlines()]
    return names == [version, *HEAD, *OWN_LINES.get(receipt.step.partition(" ")[0], ())]


def _first_dealer(dealer: str, number: int) -> str:
    """Return the first dealer of the game, given the dealer of a deal: the seats take turns after the cut."""
    return str((int(dealer) + max(number, 1) - 1) % 2) if dealer in ("0", "1") else dealer


def _faults_between_seats(receipts: Sequence[Receipt]) -> Iterator[str]:
    """Check that both seats got the same values where the protocol sends the same to both."""
    first: dict[tuple[str, str], Receipt] = {}
    for receipt in receipts:
        for name in TOLD_TO_BOTH.get(receipt.step.partition(" ")[0], ()):
            other = first.setdefault((receipt.step, name), receipt)
            if other.seat != receipt.seat and other.lines.get(name) != receipt.lines.get(name):
                yield f'The receipt {receipt.name} has another line "{name}" than that of seat {other.seat}.'


_WHAT = {
    "game": "game",
    "params": "game's params",
    "tip": "tip",
    "c0": "commitment of seat 0",
    "c1": "commitment of seat 1",
    "dealer": "dealer",
}


def _faults_of_order(own: Mapping[str, Receipt]) -> Iterator[str]:
    """Check that each receipt names the one before it, if that was kept too."""
    for first, second in _consecutive_steps():
        before, after = own.get(first), own.get(second)
        if before and after and after.lines.get("after") != sha256(before.text.encode()).hexdigest():
            yield f"The receipt {after.name} does not follow from the receipt {before.name}."


def _consecutive_steps() -> Iterator[tuple[str, str]]:
    """Yield pairs of steps that follow each other directly in any game."""
    yield "promise", "both-stand"
    yield "both-stand", "opened"
    yield "shown 0", "saw 1"
    for d in range(1, commitment.LINKS - 1):
        yield f"saw {d}", f"shown {d}"
        yield f"shown {d}", f"saw {d + 1}"


def _faults_of_decks(case: Case, own: Mapping[str, Receipt]) -> Iterator[str]:
    """Check that the signed secrets, links and cards match the decks."""
    opened = own.get("opened")
    if opened is None:
        return
    try:
        tip, c0, c1, s0, s1 = (_bytes_of(opened, name) for name in ("tip", "c0", "c1", "s0", "s1"))
        yield from commitment.secret_faults(case.game, (c0, c1), (s0, s1))
        if version_of(case) == shared_decks.PROTOCOL:
            return  # its decks follow from links that were revealed later
        for d in range(commitment.LINKS):
            saw, shown = own.get(f"saw {d}"), own.get(f"shown {d}")
            if shown is None:
                continue
            if not _leads_to(case.game, _bytes_of(shown, "link"), d, tip):
                yield f"The link of deal {d} does not lead back to the tip."
            elif saw is not None:
                dealt = deal_six(_deck_of(case, opened, shown, d))
                true = " ".join(texts(dealt.dealer if saw.lines["dealer"] == saw.seat else dealt.pone))
                if saw.lines["dealt"] != true:
                    was = f"was shown {saw.lines['dealt']}"
                    yield f"Deal {d}: seat {saw.seat} {was}, and the deck gives it {true}."
    except (KeyError, ValueError):
        yield f"The receipts of seat {opened.seat} cannot be read."


def _deck_of(case: Case, opened: Receipt, shown: Receipt, d: int) -> tuple[int, ...]:
    tip, c0, c1, s0, s1 = (_bytes_of(opened, name) for name in ("tip", "c0", "c1", "s0", "s1"))
    ctx = commitment.context(case.params, tip, c0, c1)
    return deck(commitment.deal_key(ctx, d, _bytes_of(shown, "link"), s0, s1))


def _faults_of_line(case: Case, own: Mapping[str, Receipt]) -> Iterator[str]:
    """Check that the signed moves lead to the signed results by the rules, if all receipts were kept.

    This check runs only if all others pass.
    """
    settled, opened, over = _settled_by(case.params), own.get("opened"), own.get("over")
    if settled is None or opened is None or version_of(case) == shared_decks.PROTOCOL:
        return
    first = None if settled.first_dealer is None else Seat(settled.first_dealer)
    named = settled.rules
    rules = Rules(named.target, Counting(named.counting), first, start_or_even(named.start))
    table = Table(settled.rules.clock, settled.bots)
    state, words = start(rules), [header(rules)]
    decks: dict[int, tuple[int, ...]] = {}
    d, last = 0 if first is None else 1, None
    while (shown := own.get(f"shown {d}")) is not None:
        decks[d] = _deck_of(case, opened, shown, d)
        for word in f"#{d} {shown.lines.get('moves', '-')}".rstrip(" ").split(" "):
            after = next_state(state, word, decks, table) if MOVE.fullmatch(word) else None
            if after is None:
                yield f"Deal {d}: the move {word} is not allowed where it stands."
                return
            state = after
            words.append(word)
        yield from _other_lines(shown, {"dealer": f"{state.dealer}", "scores": _pair(state.scores)})
        d, last = d + 1, shown
    if last is None:
        return
    if over is not None and state.ended is not None:
        winner = "-" if state.winner is None else f"{state.winner}"
        end = {"ended": state.ended.value, "winner": winner, "value": f"{state.value or 0}"}
        line = sha256(" ".join(words).encode()).hexdigest()
        yield from _other_lines(over, end | {"scores": _pair(state.scores), "line": line})
    elif over is not None and over.lines.get("after") == sha256(last.text.encode()).hexdigest():
        yield f"By the moves the game goes on, and the receipt {over.name} ends it."
    elif stops_within_deal(state):
        yield f"Deal {state.deal}: the moves stop before its end."


def _other_lines(receipt: Receipt, true: Mapping[str, str]) -> Iterator[str]:
    for name, value in true.items():
        said = receipt.lines.get(name, "-")
        if said != value:
            yield f'The receipt {receipt.name} says "{name} {said}", and by the moves it is "{name} {value}".'


def _pair(scores: tuple[int, int]) -> str:
    return f"{scores[0]} {scores[1]}"


def _settled_by(params: str) -> Settled | None:
    """Return the rules of a game, or None if the params do not name them in canonical form."""
    try:
        return msgspec.json.decode(params, type=Settled) if commitment.is_canonical(params) else None
    except ValueError:
        return None


def _bytes_of(receipt: Receipt, name: str) -> bytes:
    return check_length(name, bytes.fromhex(receipt.lines[name]))


def _leads_to(game: str, link: bytes, d: int, tip: bytes) -> bool:
    for _ in range(d + 1):
        link = commitment.previous_link(game, link)
    return link == tip
