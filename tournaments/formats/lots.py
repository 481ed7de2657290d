"""The event's own chance: a root committed to before and shown after, so that anyone can draw again."""

import hmac

from rng.framing import check_length, framed

PROTOCOL = "cribevent/1"
"""In every hash: no lot can stand in for one of another purpose, or for anything of a deck."""


def commitment(event: str, root: bytes) -> bytes:
    """What is shown of an event's root before its first pairing."""
    return _draw("root", event, root)


def lot(event: str, root: bytes, player: int) -> int:
    """A player's lot, the lower the better: it parts who share a place where they must be parted."""
    return _number(_draw("lot", event, root, str(player)))


def tie(event: str, root: bytes, number: int, pair: tuple[int, int]) -> int:
    """What decides between pairs that are equally good in pairing of this number, the lower the better."""
    return _number(_draw("tie", event, root, str(number), *map(str, sorted(pair))))


def cut(event: str, root: bytes, number: int, pair: tuple[int, int]) -> int:
    """Who of two deals first where nothing else decides."""
    return sorted(pair)[_draw("cut", event, root, str(number), *map(str, sorted(pair)))[0] & 1]


def _draw(purpose: str, event: str, root: bytes, *about: str) -> bytes:
    parts = framed(*(part.encode() for part in (PROTOCOL, purpose, event, *about)))
    return hmac.digest(check_length("An event's root", root), parts, "sha256")


def _number(drawn: bytes) -> int:
    return int.from_bytes(drawn[:8], "big")
