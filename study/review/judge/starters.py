"""The points of a deal's hands and crib with each possible starter."""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.brain import Cards
from game.bots.scores import score_hands
from game.bots.tables import tables
from game.bots.tables.multisets import DEALER, PONE, multiset_index
from game.engine.cards import JACK
from game.engine.play import FULL_DECK
from rng.twister import stream
from study.review.judge.playouts import SAMPLE_SIZE, SEED

Points = NDArray[np.int64]

NIBS = 2
MOST_COUNTED = 30  # more than a hand can score
REMEMBERED = 64  # hands and cribs, whose points stay the same during a deal
RANKS = 13


class StarterPoints(NamedTuple):
    """Points by starter; if cards are unknown, by playout and starter.

    shares: the probability of each starter, or of all starters with equal counts. nibs: the dealer's.
    """

    shares: NDArray[np.float64]
    nibs: NDArray[np.int64]
    pone: Points
    dealer: Points
    crib: Points | NDArray[np.float64]

    @property
    def is_known(self) -> bool:
        """Return whether all cards are known, so that the points do not depend on the playout."""
        return self.pone.ndim == self.dealer.ndim == self.crib.ndim == 1

    def with_crib(self, more: float) -> "StarterPoints":
        """Return the same with more points in the crib, but never less than 0."""
        return self._replace(crib=np.maximum(self.crib + more, 0))


def unseen_cards(*known: Cards) -> Cards:
    """Return the cards that may be turned."""
    return tuple(sorted(FULL_DECK.difference(*known)))


def points_by_starter(pone: Cards, dealer: Cards, crib: Cards, starters: Cards) -> StarterPoints:
    """Return the points when all cards are known."""
    return StarterPoints(
        np.full(len(starters), 1 / len(starters)),
        np.where(np.array(starters) >> 2 == JACK, NIBS, 0),
        count_with_starters(pone, starters),
        count_with_starters(dealer, starters),
        count_with_starters(crib, starters, as_crib=True),
    )


def points_from_one_hand(role: int, kept: Cards, thrown: Cards, starters: Cards) -> StarterPoints:
    """Return the points when one seat is known. The other hand and discard are drawn from the average."""
    counts = count_with_starters(kept, starters)
    # To an unknown hand, all starters of a rank are the same.
    alike, of_them = np.unique((np.array(starters) >> 2) * MOST_COUNTED + counts, return_counts=True)
    ranks, mine = np.divmod(alike, MOST_COUNTED)
    theirs = usual_hands(1 - role)[:, ranks]
    crib = _drawn(tables().cribs[role, multiset_index(np.sort(np.array(thrown) >> 2))], "the crib")[:, None]
    pone, dealer = (mine, theirs) if role == PONE else (theirs, mine)
    return StarterPoints(of_them / len(starters), np.where(ranks == JACK, NIBS, 0), pone, dealer, crib)


@lru_cache(REMEMBERED)
def count_with_starters(four: Cards, starters: Cards, as_crib: bool = False) -> Points:
    """Return the points of four cards with each of these starters."""
    hands = np.broadcast_to(np.array(four, dtype=np.uint8), (len(starters), 4))
    return score_hands(hands, np.array(starters, dtype=np.uint8), as_crib).astype(np.int64)


@cache
def usual_hands(role: int) -> Points:
    """Return the points of average hands, by playout and by the rank of the starter."""
    return np.stack([_drawn(tables().hands[role, rank], "the other hand") for rank in range(RANKS)], axis=1)


@cache
def usual_crib() -> float:
    """Return the average points of a crib, the basis of each discard's expectation."""
    counts = tables().cribs[DEALER]
    return float(tables().throws[DEALER] @ counts @ np.arange(counts.shape[1]))


def _drawn(shares: NDArray[np.float32], label: str) -> Points:
    """Return points drawn by their shares as evenly as possible, one for each playout."""
    return np.searchsorted(shares.cumsum(dtype=np.float64), _draws(label))


@cache
def _draws(label: str) -> NDArray[np.float64]:
    """Return numbers spread evenly from 0 to 1, in a random order of their own."""
    chance = stream(SEED, label)
    return (np.array(sorted(range(SAMPLE_SIZE), key=lambda _: chance.random())) + 0.5) / SAMPLE_SIZE
