"""Mersenne Twisters from full-width seeds: a fresh one for every deal, thrown away after it."""

import hmac
from random import Random as Twister

from rng.framing import check_length, framed, label

__all__ = ["Twister", "stream", "stream_seed", "twister"]


def twister(seed: bytes) -> Twister:
    """A Mersenne Twister that all 64 bytes of the seed went into."""
    # The leading 1 keeps the seed at 513 bits, so init_by_array always gets 17 words.
    return Twister(int.from_bytes(b"\x01" + check_length("A twister's seed", seed, 64), "big"))  # noqa: S311 - the seed is the secret


def stream(secret: bytes, *labels: str) -> Twister:
    """A stream of its own for every secret and labels, for what a bot decides."""
    return twister(stream_seed(secret, *labels))


def stream_seed(secret: bytes, *labels: str) -> bytes:
    """The seed of the stream of a secret and labels."""
    parts = framed(label("stream"), *(name.encode() for name in labels))
    return hmac.digest(check_length("A stream's secret", secret), parts, "sha512")
