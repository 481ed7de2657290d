"""Checks the receipts that a player kept: whether what the server signed can all be true at once."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from common.signed_note import NoteError, Verifier, open_note, parse_verifier_key
from game.engine.cards import texts
from game.evidence.check import verify
from game.evidence.document import Ascii, GameId, Note, SignedTranscript, check_names, from_file
from game.evidence.verdict import Status, Verdict
from rng import commitment
from rng.deal import deal_six, deck
from rng.framing import check_length

FORMAT = "every-other/case/1"
# Each line of a receipt begins with one of these.
CONSTANT = ("game", "params", "tip")
COMMITMENTS = ("c0", "c1")


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """What a page kept of a game: the params, and every receipt that it was given, in the order they came."""

    format: Literal["every-other/case/1"]
    game: GameId
    params: Ascii
    says: str
    receipts: Annotated[tuple[Note, ...], Meta(max_length=2000)]


class Receipt(NamedTuple):
    """A receipt that was signed: what it says by the first word of each line."""

    text: str
    lines: Mapping[str, str]

    @property
    def seat(self) -> str:
        return self.lines.get("seat", "-")

    @property
    def step(self) -> str:
        return self.lines.get("step", "-")

    @property
    def name(self) -> str:
        return f'"{self.step}" of seat {self.seat}'


def parse_case(file: bytes) -> Case:
    """The case in a file; a ValueError where it is none."""
    try:
        case = msgspec.json.decode(file, type=Case)
        check_names(file)
    except (ValueError, RecursionError):
        raise ValueError("This is no case of Every Other.") from None
    return case


def verify_case(file: bytes, transcript: SignedTranscript | None = None) -> Verdict:
    """Verify the receipts of a case, and hold them against those of a transcript.

    A note that is not signed proves nothing: it neither convicts the key, nor takes back what that did sign.
    """
    try:
        case = parse_case(file)
    except ValueError as fault:
        return Verdict(Status.UNREADABLE, (str(fault),))
    verifier = _signer_of(case)
    if verifier is None:
        return Verdict(Status.UNREADABLE, ("The params of the case name no key that signs.",), case.game)
    if not case.receipts:
        return Verdict(Status.UNREADABLE, ("The case has no receipts.",), case.game)
    receipts, unsigned = _open_all(case.receipts, verifier)
    problems = list(contradictions(case, receipts))
    if transcript is not None:
        problems += _faults_beside(transcript, receipts, verifier)
    if unsigned and not problems:
        return Verdict(Status.UNREADABLE, tuple(unsigned), case.game)
    status = Status.FALSE if problems else Status.TRUE
    return Verdict(
        status, tuple(problems), case.game, signed_by=verifier.verifier_key, receipts=len(receipts)
    )


def verify_evidence(file: bytes | None, case: bytes | None, key: str | None = None) -> Verdict:
    """Verify a transcript, a case, or both: what another key than the given one signed is false."""
    found = Verdict(Status.TRUE)
    if file is not None:
        found = verify(file)
    if case is not None and found.status is Status.TRUE:
        transcript = from_file(file) if file is not None else None
        if transcript is not None and not isinstance(transcript, SignedTranscript):
            return replace(found, status=Status.FALSE, faults=("The transcript has no receipts.",))
        beside = verify_case(case, transcript)
        found = beside if transcript is None or beside.status is not Status.TRUE else found
    if key is not None and found.status is Status.TRUE and found.signed_by != key:
        return replace(found, status=Status.FALSE, faults=("It is not signed by the key that was named.",))
    return found


def contradictions(case: Case, receipts: Sequence[Receipt]) -> Iterator[str]:
    """Everything in signed receipts that cannot all be true."""
    yield from _faults_of_constants(case, receipts)
    by_step: dict[tuple[str, str], Receipt] = {}
    for receipt in receipts:
        earlier = by_step.setdefault((receipt.seat, receipt.step), receipt)
        if earlier.text != receipt.text:
            yield f"The server signed two different receipts {receipt.name}."
    for seat in sorted({receipt.seat for receipt in receipts}):
        own = {receipt.step: receipt for receipt in receipts if receipt.seat == seat}
        yield from _faults_of_order(own)
        yield from _faults_of_decks(case, own)


def _faults_of_constants(case: Case, receipts: Sequence[Receipt]) -> Iterator[str]:
    expected = {"game": case.game, "params": sha256(case.params.encode()).hexdigest()}
    for receipt in receipts:
        for name in CONSTANT + COMMITMENTS * (receipt.step != "promise"):
            said = receipt.lines.get(name, "-")
            if said != expected.setdefault(name, said):
                yield f"The receipt {receipt.name} names another {_WHAT[name]} than the others."


_WHAT = {
    "game": "game",
    "params": "game's params",
    "tip": "tip",
    "c0": "commitment of seat 0",
    "c1": "commitment of seat 1",
}


def _faults_of_order(own: Mapping[str, Receipt]) -> Iterator[str]:
    """Whether each receipt names the one before, where that was kept too."""
    for first, second in _consecutive_steps():
        before, after = own.get(first), own.get(second)
        if before and after and after.lines.get("after") != sha256(before.text.encode()).hexdigest():
            yield f"The receipt {after.name} does not follow from the receipt {before.name}."


def _consecutive_steps() -> Iterator[tuple[str, str]]:
    """Pairs of steps between which nothing can be, in any game."""
    yield "promise", "both-stand"
    yield "both-stand", "opened"
    yield "shown 0", "saw 1"
    for d in range(1, commitment.LINKS - 1):
        yield f"saw {d}", f"shown {d}"
        yield f"shown {d}", f"saw {d + 1}"


def _faults_of_decks(case: Case, own: Mapping[str, Receipt]) -> Iterator[str]:
    """Whether the secrets, links and cards that were signed are those of the decks."""
    opened = own.get("opened")
    if opened is None:
        return
    try:
        tip, c0, c1, s0, s1 = (_bytes_of(opened, name) for name in ("tip", "c0", "c1", "s0", "s1"))
        ctx = commitment.context(case.params, tip, c0, c1)
        yield from commitment.secret_faults(case.game, (c0, c1), (s0, s1))
        for d in range(commitment.LINKS):
            saw, shown = own.get(f"saw {d}"), own.get(f"shown {d}")
            if shown is None:
                continue
            link = _bytes_of(shown, "link")
            if not _leads_to(case.game, link, d, tip):
                yield f"The link of deal {d} does not lead back to the tip."
            elif saw is not None:
                dealt = deal_six(deck(commitment.deal_key(ctx, d, link, s0, s1)))
                true = " ".join(texts(dealt.dealer if saw.lines["dealer"] == saw.seat else dealt.pone))
                if saw.lines["dealt"] != true:
                    was = f"was shown {saw.lines['dealt']}"
                    yield f"Deal {d}: seat {saw.seat} {was}, and the deck gives it {true}."
    except (KeyError, ValueError):
        yield f"The receipts of seat {opened.seat} cannot be read."


def _bytes_of(receipt: Receipt, name: str) -> bytes:
    return check_length(name, bytes.fromhex(receipt.lines[name]))


def _leads_to(game: str, link: bytes, d: int, tip: bytes) -> bool:
    for _ in range(d + 1):
        link = commitment.previous_link(game, link)
    return link == tip


def _faults_beside(
    transcript: SignedTranscript, receipts: Sequence[Receipt], verifier: Verifier
) -> Iterator[str]:
    """Whether the transcript has the very receipts that the player kept, as far as its game had come."""
    public, _ = _open_all([note for notes in transcript.receipts for note in notes], verifier)
    known = {(receipt.seat, receipt.step): receipt.text for receipt in public}
    for receipt in receipts:
        text = known.get((receipt.seat, receipt.step))
        if text is None:
            if transcript.result is not None:
                yield f"The transcript has no receipt {receipt.name}, which the server signed."
        elif text != receipt.text:
            yield f"The transcript has another receipt {receipt.name} than the one that the player kept."


def _open_all(notes: Sequence[str], verifier: Verifier) -> tuple[list[Receipt], list[str]]:
    """The receipts that are signed, and a sentence for each note that is not."""
    receipts, faults = [], []
    for n, note in enumerate(notes, start=1):
        try:
            text = open_note(note, [verifier])
        except NoteError:
            faults.append(f"Receipt {n} is not signed by {verifier.name}.")
        else:
            lines = dict(line.partition(" ")[::2] for line in text.splitlines())
            receipts.append(Receipt(text, lines))
    return receipts, faults


def _signer_of(case: Case) -> Verifier | None:
    try:
        return parse_verifier_key(str((commitment.parse_params(case.params) or {}).get("signer")))
    except NoteError:
        return None


def to_case_file(case: Case) -> bytes:
    return (json.dumps(msgspec.to_builtins(case), indent=1) + "\n").encode("ascii")
