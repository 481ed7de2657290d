"""Receipts as a lying server would sign them."""

import json
from collections.abc import Callable

from common.formats.signed_note import Signer
from game.runtime.signing_keys import find_signer
from proof.evidence.document import SignedTranscript


def signer_of(transcript: SignedTranscript) -> Signer:
    signer = find_signer(json.loads(transcript.fair.params)["signer"])
    assert signer is not None
    return signer


def resigned(transcript: SignedTranscript, note: str, change: Callable[[str], str]) -> str:
    """Return a lying server's version of a receipt: another text with a valid signature."""
    return signer_of(transcript).sign(change(note.partition("\n\n")[0] + "\n"))


def at_step(transcript: SignedTranscript, seat: int, step: str) -> int:
    return next(n for n, note in enumerate(transcript.receipts[seat]) if f"\nstep {step}\n" in note)


def swap_first_two_cards(text: str) -> str:
    head, _, cards = text.partition("dealt ")
    first, second, rest = cards.split(" ", 2)
    return f"{head}dealt {second} {first} {rest}"
