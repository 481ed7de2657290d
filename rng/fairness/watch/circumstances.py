"""The context of deals beyond their cards: both players, the dealer, and earlier deals.

All of it is known before the deck is shuffled, so a bet may use it. Unknown values are never bet on. These
are deals from before the context was recorded, and the cut for deal, which deals no six cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from rng.fairness.statistics import CARDS, Decks

UNKNOWN = -1
# The kind of a seat's player: a letter in the record, a number here.
BOT, ACCOUNT, GUEST = range(3)
KINDS = {"b": BOT, "a": ACCOUNT, "g": GUEST}
NO_DECK = bytes([CARDS]) * CARDS  # stands for the last deck of a game that has none

Small = NDArray[np.int8]
Scores = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The context of each deal as an array with one entry per deal; UNKNOWN if not recorded."""

    dealer: Small
    kinds: Small  # of both seats
    rated: Small
    last: Decks  # the previous deck of the same game
    repeated: Small  # 1 if an earlier deal began with the same eleven cards, else 0
    scores: Scores  # of both seats when it was dealt
    target: Scores  # the score that wins

    def __getitem__(self, part: slice) -> "Circumstances":
        return Circumstances(*(getattr(self, field.name)[part] for field in fields(self)))


def unknown(deals: int) -> Circumstances:
    """Return the context of deals of which only the cards are known."""
    return Circumstances(
        dealer=np.full(deals, UNKNOWN, np.int8),
        kinds=np.full((deals, 2), UNKNOWN, np.int8),
        rated=np.full(deals, UNKNOWN, np.int8),
        last=np.full((deals, CARDS), CARDS, np.uint8),
        repeated=np.full(deals, UNKNOWN, np.int8),
        scores=np.full((deals, 2), UNKNOWN, np.int16),
        target=np.full(deals, UNKNOWN, np.int16),
    )


def kinds_of(seats: Sequence[str]) -> Small:
    """Return the kinds of both seats of deals, from two letters each in the record; empty means unknown."""
    known = [
        [KINDS.get(letter, UNKNOWN) for letter in both] if len(both) == 2 else [UNKNOWN] * 2 for both in seats
    ]
    return np.array(known, np.int8).reshape(-1, 2)
