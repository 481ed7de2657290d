"""Decks that nobody was dealt, from a seed that anyone can name."""

import hashlib
from collections.abc import Iterator
from itertools import count

import numpy as np
from numpy.typing import NDArray

from rng import bulk
from rng.twister import stream_seed


def decks(seed: int, n: int) -> NDArray[np.uint8]:
    """The first n decks of a seed, quickly: all from one twister."""
    return bulk.decks(stream_seed(_secret(seed), "decks"), n)


def deal_keys(seed: int) -> Iterator[bytes]:
    """Keys of deals without end, each as the protocol has them: 64 bytes of HMAC-SHA512 of their own."""
    secret = _secret(seed)
    return (stream_seed(secret, "deal", str(number)) for number in count(1))


def _secret(seed: int) -> bytes:
    return hashlib.sha256(f"simulated {seed}".encode()).digest()
