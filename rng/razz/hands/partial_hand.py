"""Hands of which some cards are still to come."""

from collections.abc import Sequence
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from rng.razz.hands.cards import RanksLeft

Winners = tuple[int, ...]
"""The places of those who win, or share if there are several."""

INT64 = 1 << 63


class PartialHand(NamedTuple):
    """The ranks of a hand that are known, and how many cards it still gets."""

    ranks: tuple[int, ...]
    to_come: int


def count_deals(to_come: Sequence[int], cards: int) -> int:
    """In how many ways so many cards can come to each hand from a deck of so many."""
    return prod(comb(cards - sum(to_come[:at]), come) for at, come in enumerate(to_come))


def count_dtype(hands: Sequence[PartialHand], left: RanksLeft) -> Any:
    """What holds numbers of ways without rounding: 64 bits, or if they are too few Python's own numbers."""
    return np.int64 if count_deals([hand.to_come for hand in hands], sum(left)) < INT64 else object
