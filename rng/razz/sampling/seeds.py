"""Seeds for simulations, from a number."""

from hashlib import sha512


def seed_bytes(purpose: str, number: int) -> bytes:
    """Return the 64-byte seed for a number, different for every purpose."""
    return sha512(f"every-other|razz|{purpose}|{number}".encode()).digest()
