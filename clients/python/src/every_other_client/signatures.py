"""Signatures: Ed25519 (RFC 8032), verified only, and signed notes (https://c2sp.org/signed-note)."""

import binascii
import hashlib
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any

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
