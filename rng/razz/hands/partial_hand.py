"""Hands with some cards still to come."""

from collections.abc import Sequence
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from rng.razz.hands.cards import RanksLeft

Winners = tuple[int, ...]
"""The places of those who win, or share if there are several."""

INT64 = 1 << 63


class PartialHand(NamedTuple):
    """The known ranks of a hand, and the number of cards to come."""

    ranks: tuple[int, ...]
    to_come: int


def count_deals(to_come: Sequence[int], cards: int) -> int:
    """Return the number of ways to deal so many cards to each hand from a deck of this size."""
    return prod(comb(cards - sum(to_come[:at]), come) for at, come in enumerate(to_come))


def count_dtype(hands: Sequence[PartialHand], left: RanksLeft) -> Any:
    """Return a dtype that holds the counts without rounding: 64 bits, or else Python integers."""
    return np.int64 if count_deals([hand.to_come for hand in hands], sum(left)) < INT64 else object
