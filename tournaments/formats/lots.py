"""Random values of an event, derived from a root that is committed to first and revealed at the end."""

import hmac

from rng.framing import check_length, framed

PROTOCOL = "cribevent/1"
"""Domain separation: no lot can be used for another purpose, or for a deck."""


def commitment(event: str, root: bytes) -> bytes:
    """Return the public commitment to an event's root, shown before its first pairing."""
    return _draw("root", event, root)


def lot(event: str, root: bytes, player: int) -> int:
    """Return a player's lot, which breaks ties between players. Lower is better."""
    return _number(_draw("lot", event, root, str(player)))


def tie(event: str, root: bytes, number: int, pair: tuple[int, int]) -> int:
    """Return the value that breaks ties between equally good pairs of a pairing. Lower is better."""
    return _number(_draw("tie", event, root, str(number), *map(str, sorted(pair))))


def cut(event: str, root: bytes, number: int, pair: tuple[int, int]) -> int:
    """Return which of two players deals first if nothing else decides."""
    return sorted(pair)[_draw("cut", event, root, str(number), *map(str, sorted(pair)))[0] & 1]


def _draw(purpose: str, event: str, root: bytes, *about: str) -> bytes:
    parts = framed(*(part.encode() for part in (PROTOCOL, purpose, event, *about)))
    return hmac.digest(check_length("An event's root", root), parts, "sha256")


def _number(drawn: bytes) -> int:
    return int.from_bytes(drawn[:8], "big")
