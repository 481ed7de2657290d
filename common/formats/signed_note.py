"""Signed notes by C2SP: a text with signatures below it (https://c2sp.org/signed-note)."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"
HASH_LENGTH = 4
# The field of the curve, and the y of its eight points of small order. A key that is one of these needs no
# secret, and has signatures that are valid for any text.
FIELD = 2**255 - 19
_Y_OF_ORDER_EIGHT = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_D = -121665 * pow(121666, -1, FIELD) % FIELD
SMALL_ORDER = {0, 1, FIELD - 1, _Y_OF_ORDER_EIGHT, FIELD - _Y_OF_ORDER_EIGHT}
NAME_PATTERN = re.compile(r"[^\s+]+")
VERIFIER_KEY_PATTERN = re.compile(
    r"(?P<name>[^\s+\ud800-\udfff]+)\+(?P<hash>[0-9a-f]{8})\+(?P<key>[A-Za-z0-9+/]+={0,2})"
)
SIGNATURE_PATTERN = re.compile(r"— (?P<name>[^\s+]+) (?P<signature>[A-Za-z0-9+/]+={0,2})\n")


class NoteError(ValueError):
    """A note or key that is malformed, or that no known key has signed."""


def key_hash(name: str, kind: bytes, public: bytes) -> bytes:
    """Return the hash that distinguishes keys with the same name."""
    return hashlib.sha256(f"{name}\n".encode() + kind + public).digest()[:HASH_LENGTH]


@dataclass(frozen=True)
class Verifier:
    """A name and its Ed25519 key. The kind determines what a signature covers."""

    name: str
    public: bytes
    kind: bytes = ED25519

    @cached_property
    def hash(self) -> bytes:
        return key_hash(self.name, self.kind, self.public)

    @property
    def verifier_key(self) -> str:
        """The key as text, for verifiers."""
        key = base64.b64encode(self.kind + self.public).decode()
        return f"{self.name}+{self.hash.hex()}+{key}"

    def verifies(self, message: bytes, signature: bytes) -> bool:
        if not _is_sound(self.public):
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer:
    """A signer of notes: a name with an Ed25519 key from 32 secret bytes."""

    def __init__(self, name: str, seed: bytes, kind: bytes = ED25519) -> None:
        if not NAME_PATTERN.fullmatch(name):
            raise NoteError(f'"{name}" cannot sign: a name must not contain spaces or plus signs.')
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.verifier = Verifier(name, self._key.public_key().public_bytes_raw(), kind)

    @cached_property
    def verifier_key(self) -> str:
        return self.verifier.verifier_key

    def sign_bytes(self, message: bytes) -> bytes:
        return self._key.sign(message)

    def sign(self, text: str) -> str:
        """Return the text as a signed note. It must end with a newline."""
        return self.format_note(text, self.sign_bytes(text.encode()))

    def format_note(self, text: str, signature: bytes) -> str:
        """Return the text with this signer's signature as a note."""
        if not text.endswith("\n"):
            raise NoteError("The text of a note must end with a newline.")
        return f"{text}\n{format_signature(self.verifier, signature)}"

    def sign_line(self, text: str) -> str:
        """Return the signature line for a text."""
        return format_signature(self.verifier, self.sign_bytes(text.encode()))


def format_signature(verifier: Verifier, signature: bytes) -> str:
    """Return a signature line of a note."""
    return f"— {verifier.name} {base64.b64encode(verifier.hash + signature).decode()}\n"


def parse_verifier_key(text: str, kind: bytes = ED25519) -> Verifier:
    """Parse a verifier key."""
    match = VERIFIER_KEY_PATTERN.fullmatch(text)
    decoded = _decode_base64(match["key"]) if match else b""
    if match is None or decoded[:1] != kind or not _is_sound(decoded[1:]) or not _is_point(decoded[1:]):
        raise NoteError("This is not an Ed25519 verifier key.")
    verifier = Verifier(match["name"], decoded[1:], kind)
    if verifier.hash.hex() != match["hash"]:
        raise NoteError("The verifier key does not match its hash.")
    return verifier


def open_note(note: str, verifiers: Iterable[Verifier]) -> str:
    """Return the text of a note that one of the verifiers has signed.

    A bad signature under a known name is an error.
    """
    text, signatures = split_note(note)
    known = {(verifier.name, verifier.hash): verifier for verifier in verifiers}
    is_signed = False
    for name, signature in signatures:
        verifier = known.get((name, signature[:HASH_LENGTH]))
        if verifier is None:
            continue
        if not verifier.verifies(text.encode(), signature[HASH_LENGTH:]):
            raise NoteError(f"The signature of {name} does not fit the note.")
        is_signed = True
    if not is_signed:
        raise NoteError("Nobody known has signed the note.")
    return text


def split_note(note: str) -> tuple[str, Sequence[tuple[str, bytes]]]:
    """Split a note into its text and signatures: names and bytes, which begin with the key's hash."""
    head, blank, tail = note.rpartition("\n\n")
    lines = tail.splitlines(keepends=True)
    matches = [SIGNATURE_PATTERN.fullmatch(line) for line in lines]
    if not blank or not lines or "\r" in note:
        raise NoteError("This is no signed note.")
    signatures = []
    for match in matches:
        decoded = _decode_base64(match["signature"]) if match else b""
        if match is None or len(decoded) <= HASH_LENGTH:
            raise NoteError("A signature of the note is not well-formed.")
        signatures.append((match["name"], decoded))
    return head + "\n", signatures


def _is_sound(public: bytes) -> bool:
    """Return whether a public key is canonical and not one whose signatures are valid for any text."""
    y = _y_of(public)
    return len(public) == 32 and y < FIELD and y not in SMALL_ORDER


def _is_point(public: bytes) -> bool:
    """Return whether a public key is a point on the curve. Otherwise no signature can be valid."""
    square = _y_of(public) ** 2
    return pow((square - 1) * (_D * square + 1), (FIELD - 1) // 2, FIELD) == 1


def _y_of(public: bytes) -> int:
    return int.from_bytes(public, "little") & (2**255 - 1)


def _decode_base64(text: str) -> bytes:
    """Decode canonical base64. Return nothing for any other spelling."""
    try:
        decoded = base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""
    return decoded if base64.b64encode(decoded).decode() == text else b""
