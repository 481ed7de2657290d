"""Checkpoints: the log's signed state (https://c2sp.org/tlog-checkpoint), and witnesses' cosignatures."""

import base64
import binascii
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from common.formats.signed_note import (
    HASH_LENGTH,
    NoteError,
    Signer,
    Verifier,
    format_signature,
    open_note,
    split_note,
)
from game.log.merkle import HASH_LENGTH as ROOT_LENGTH

COSIGNATURE = b"\x04"  # the key type of a witness
SIZE_PATTERN = re.compile(r"0|[1-9][0-9]{0,14}")
NO_CHECKPOINT = "This is no checkpoint of a log."


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The origin, size and root of a log."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def sign_checkpoint(checkpoint: Checkpoint, signers: Sequence[Signer]) -> str:
    """Return the checkpoint as a note with each signer's signature."""
    first, *others = signers
    return first.sign(checkpoint.text) + "".join(signer.sign_line(checkpoint.text) for signer in others)


def parse_checkpoint(text: str) -> Checkpoint:
    """Parse a checkpoint from the text of a note. Raise NoteError if it is none."""
    origin, *lines = text.split("\n")
    if len(lines) < 3 or lines[-1] or not origin or not SIZE_PATTERN.fullmatch(lines[0]):
        raise NoteError(NO_CHECKPOINT)
    try:
        root = base64.b64decode(lines[1], validate=True)
    except binascii.Error:
        raise NoteError(NO_CHECKPOINT) from None
    if len(root) != ROOT_LENGTH:
        raise NoteError(NO_CHECKPOINT)
    return Checkpoint(origin, int(lines[0]), root)


def open_checkpoint(note: str, verifiers: Iterable[Verifier]) -> Checkpoint:
    """Return the checkpoint in a note that one of the verifiers has signed under its log's name."""
    verifiers = list(verifiers)
    checkpoint = parse_checkpoint(open_note(note, verifiers))
    if checkpoint.origin not in {verifier.name for verifier in verifiers}:
        raise NoteError("The checkpoint belongs to another log.")
    return checkpoint


# Witnesses confirm that a log only grew, with the time (https://c2sp.org/tlog-cosignature).


def cosign(checkpoint: Checkpoint, witness: Signer, at: int) -> str:
    """Return the signature line of a witness for a checkpoint, at a time in seconds."""
    signature = witness.sign_bytes(_cosigned_text(checkpoint, at))
    return format_signature(witness.verifier, struct.pack(">Q", at) + signature)


def cosigned_at(note: str, witness: Verifier) -> int | None:
    """Return when a witness signed a checkpoint; None if it did not."""
    text, signatures = split_note(note)
    checkpoint = parse_checkpoint(text)
    for name, signature in signatures:
        at, own = signature[HASH_LENGTH : HASH_LENGTH + 8], signature[HASH_LENGTH + 8 :]
        if (name, signature[:HASH_LENGTH]) == (witness.name, witness.hash) and len(at) == 8:
            seconds = int.from_bytes(at, "big")
            if witness.verifies(_cosigned_text(checkpoint, seconds), own):
                return seconds
    return None


def _cosigned_text(checkpoint: Checkpoint, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{checkpoint.text}".encode()
