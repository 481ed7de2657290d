"""Check the signed receipts of a transcript: exactly those that follow from it must be present."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from common.formats.signed_note import NoteError, Verifier, open_note, parse_verifier_key
from proof.evidence.document import SharedTranscript, SignedTranscript, start_or_even
from rng.commitment import parse_params

NONE = "-"


class Expected(NamedTuple):
    """A receipt as it must be: its step and its signed text."""

    step: str
    text: str


def receipt_faults(transcript: SignedTranscript) -> Iterator[str]:
    """Check that all receipts are signed by the key named in the params, and match the file."""
    verifier = signer_of(transcript)
    if verifier is None:
        yield "The params name no key that signs receipts."
        return
    for seat, notes in enumerate(transcript.receipts):
        if transcript.players[seat].bot and notes:
            yield f"Seat {seat} is a bot's, and has receipts."
        elif notes:
            yield from _faults_of_seat(seat, notes, list(expected_receipts(transcript, seat)), verifier)


def signer_of(transcript: SignedTranscript) -> Verifier | None:
    """Return the key that must have signed."""
    try:
        return parse_verifier_key(str((parse_params(transcript.fair.params) or {}).get("signer")))
    except NoteError:
        return None


def has_all_receipts(transcript: SignedTranscript) -> bool:
    """Return whether each seat of a person has any receipts."""
    seats = zip(transcript.players, transcript.receipts, strict=True)
    return all(notes for player, notes in seats if not player.bot)


def _faults_of_seat(
    seat: int, notes: Sequence[str], expected: Sequence[Expected], verifier: Verifier
) -> Iterator[str]:
    for n, (step, text) in enumerate(expected):
        if n >= len(notes):
            yield f'Seat {seat}: the receipt "{step}" is missing.'
            continue
        try:
            signed = open_note(notes[n], [verifier])
        except NoteError:
            yield f'Seat {seat}: the receipt "{step}" is not signed by {verifier.name}.'
            continue
        if signed != text:
            yield f'Seat {seat}: the receipt "{step}" tells something else.'
    if len(notes) > len(expected):
        yield f"Seat {seat} has more receipts than there are steps."


def expected_receipts(transcript: SignedTranscript, seat: int) -> Iterator[Expected]:
    """Yield every receipt that follows from the transcript, in order."""
    before = NONE
    for step, lines in _facts(transcript, seat):
        text = "".join(f"{line}\n" for line in (*_head(transcript, seat, step), f"after {before}", *lines))
        yield Expected(step, text)
        before = sha256(text.encode()).hexdigest()


def _head(transcript: SignedTranscript, seat: int, step: str) -> tuple[str, ...]:
    fair = transcript.fair
    c0, c1 = (None, None) if step == "promise" else fair.commitments
    return (
        f"{fair.version} receipt",
        f"game {fair.game}",
        f"seat {seat}",
        f"step {step}",
        f"params {sha256(fair.params.encode()).hexdigest()}",
        f"tip {fair.tip}",
        f"c0 {c0 or NONE}",
        f"c1 {c1 or NONE}",
    )


def _facts(transcript: SignedTranscript, seat: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    fair, result = transcript.fair, transcript.result
    is_shared = isinstance(transcript, SharedTranscript)
    yield "promise", ()
    if all(fair.commitments):
        yield "both-stand", ()
    if all(fair.secrets):
        yield "opened", (f"s0 {fair.secrets[0]}", f"s1 {fair.secrets[1]}")
    moves = _moves_by_deal(transcript)
    for deal in transcript.deals:
        if deal.hands is not None:
            dealt = " ".join(deal.hands.dealt[seat])
            yield f"saw {deal.number}", (f"dealer {deal.hands.dealer}", f"dealt {dealt}")
        is_shown = deal.cut is not None or result is not None or deal.number + 1 in moves
        dealer = deal.cut.dealer if deal.cut is not None else deal.hands.dealer if deal.hands else NONE
        scores = start_or_even(transcript.rules.start) if deal.hands is None else deal.hands.scores
        if is_shown:
            yield (
                f"shown {deal.number}",
                (
                    f"link {NONE if is_shared else fair.links.get(str(deal.number))}",
                    f"dealer {dealer}",
                    " ".join(("moves", *moves.get(deal.number, ()))),
                    f"scores {scores[0]} {scores[1]}",
                ),
            )
    if result is not None:
        yield (
            "over",
            (
                f"ended {result.ended}",
                f"winner {NONE if result.winner is None else result.winner}",
                f"value {result.value}",
                f"scores {result.scores[0]} {result.scores[1]}",
                f"line {sha256(transcript.line.encode()).hexdigest()}",
            ),
        )


def _moves_by_deal(transcript: SignedTranscript) -> dict[int, list[str]]:
    """Return the recorded moves by deal."""
    by_deal: dict[int, list[str]] = {}
    for word in (move.move for move in transcript.moves):
        if word[0] == "#":
            current = by_deal.setdefault(int(word[1:]), [])
        elif by_deal:
            current.append(word)
    return by_deal
