"""Seeds a simulation by a number that can be named again."""

from hashlib import sha512


def seed_bytes(purpose: str, number: int) -> bytes:
    """The 64 bytes that a simulation's chance is drawn from, another for every purpose."""
    return sha512(f"every-other|razz|{purpose}|{number}".encode()).digest()
