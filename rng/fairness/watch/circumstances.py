"""What is known of deals besides their cards: who sat where, who dealt, and what was dealt before.

All of it stands before the deck is shuffled, so a bet may ask for it. Nobody bets on what is not known:
deals from before it was recorded, and the cut for deal, of which nobody is dealt six cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from rng.fairness.statistics import CARDS, Decks

UNKNOWN = -1
# Who sits in a seat, as a letter in the record and a number here.
BOT, ACCOUNT, GUEST = range(3)
KINDS = {"b": BOT, "a": ACCOUNT, "g": GUEST}
NO_DECK = bytes([CARDS]) * CARDS  # instead of the last deck of a game, where there is none

Small = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Of each deal: a row, or a number, which is UNKNOWN where nobody knows it."""

    dealer: Small
    kinds: Small  # of both seats
    rated: Small
    last: Decks  # the deck before it in the same game
    repeated: Small  # 1 where an earlier deal began with the same eleven cards, else 0

    def __getitem__(self, part: slice) -> "Circumstances":
        return Circumstances(*(getattr(self, field.name)[part] for field in fields(self)))


def unknown(deals: int) -> Circumstances:
    """Of so many deals nothing but the cards is known."""
    return Circumstances(
        dealer=np.full(deals, UNKNOWN, np.int8),
        kinds=np.full((deals, 2), UNKNOWN, np.int8),
        rated=np.full(deals, UNKNOWN, np.int8),
        last=np.full((deals, CARDS), CARDS, np.uint8),
        repeated=np.full(deals, UNKNOWN, np.int8),
    )


def kinds_of(seats: Sequence[str]) -> Small:
    """The kinds of both seats of some deals, each as two letters of the record; empty where unknown."""
    known = [
        [KINDS.get(letter, UNKNOWN) for letter in both] if len(both) == 2 else [UNKNOWN] * 2 for both in seats
    ]
    return np.array(known, np.int8).reshape(-1, 2)
