"""How the protocol turns several values into one string of bytes, and that into a hash."""

import hashlib

PROTOCOL = "cribfair/1"


def label(name: str) -> bytes:
    """The protocol's name before a purpose, so that no hash can stand in for one of another purpose."""
    return f"{PROTOCOL}|{name}".encode("ascii")


def lp(part: bytes) -> bytes:
    """A part behind its length in four bytes, so that no two lists of parts read the same."""
    return len(part).to_bytes(4, "big") + part


def framed(*parts: bytes) -> bytes:
    """All parts in order, each behind its length."""
    return b"".join(map(lp, parts))


def H(*parts: bytes) -> bytes:
    """SHA-256 over the framed parts."""
    return hashlib.sha256(framed(*parts)).digest()


def check_length(what: str, part: bytes, length: int = 32) -> bytes:
    """The part itself, once it has the length it must have."""
    if len(part) != length:
        raise ValueError(f"{what} must be {length} bytes long, not {len(part)}.")
    return part


def ascii_bytes(what: str, text: str) -> bytes:
    """The text as bytes, once it is plain ASCII."""
    if not text.isascii():
        raise ValueError(f"{what} must be plain ASCII.")
    return text.encode("ascii")
