"""Mersenne Twisters with full-width seeds: a new one for every deal, used once."""

import hmac
from random import Random as Twister

from rng.framing import check_length, framed, label

__all__ = ["Twister", "stream", "stream_seed", "twister"]


def twister(seed: bytes) -> Twister:
    """Return a Mersenne Twister seeded with all 64 bytes."""
    # The leading 1 keeps the seed at 513 bits, so init_by_array always gets 17 words.
    return Twister(int.from_bytes(b"\x01" + check_length("A twister's seed", seed, 64), "big"))  # noqa: S311 - the seed is the secret


def stream(secret: bytes, *labels: str) -> Twister:
    """Return a separate random stream for a secret and labels, for a bot's decisions."""
    return twister(stream_seed(secret, *labels))


def stream_seed(secret: bytes, *labels: str) -> bytes:
    """Return the seed of the stream of a secret and labels."""
    parts = framed(label("stream"), *(name.encode() for name in labels))
    return hmac.digest(check_length("A stream's secret", secret), parts, "sha512")
