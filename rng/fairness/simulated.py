"""Simulated decks from a seed number. No game uses them."""

import hashlib
from collections.abc import Iterator
from itertools import count

import numpy as np
from numpy.typing import NDArray

from rng import bulk
from rng.twister import stream_seed


def decks(seed: int, n: int) -> NDArray[np.uint8]:
    """Return the first n decks of a seed, quickly: all from one twister."""
    return bulk.decks(stream_seed(_secret(seed), "decks"), n)


def deal_keys(seed: int) -> Iterator[bytes]:
    """Yield deal keys without end, in the protocol's form: 64 bytes of HMAC-SHA512 each."""
    secret = _secret(seed)
    return (stream_seed(secret, "deal", str(number)) for number in count(1))


def _secret(seed: int) -> bytes:
    return hashlib.sha256(f"simulated {seed}".encode()).digest()
