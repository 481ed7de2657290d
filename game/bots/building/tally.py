"""Tallies of a great many deals: enough to know who wins from where, and what a hand is worth."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from game.bots.building.dealing import Deals
from game.bots.scores import Points
from game.bots.tables.multisets import DEALER, PONE, Ints
from game.engine.scoring import MAX_HAND_POINTS

SIDE = 128  # more than can be scored in a deal or needed in a game
MOST_PEGS = 31


class Tally(NamedTuple):
    """Counts of deals.

    first: by what the dealer and what pone needs, how often the dealer was the first to get there; kept as
        differences along both axes.
    gains: by what pone and the dealer scored in all.
    pegging: by what pone and the dealer pegged.
    hands: by role, the starter's rank and what the hand counted.
    cribs: by what the crib counted.
    """

    first: Ints
    gains: Ints
    pegging: Ints
    hands: Ints
    cribs: Ints


def tally_deals(deals: Deals) -> Tally:
    """Tally these deals."""
    first, scored = _count_firsts_and_totals(deals)
    rank = deals.starter >> 2
    return Tally(
        first,
        _histogram((SIDE, SIDE), *scored),
        _histogram((MOST_PEGS + 1, MOST_PEGS + 1), deals.pegged(PONE), deals.pegged(DEALER)),
        np.stack(
            [
                _histogram((13, MAX_HAND_POINTS + 1), rank, hand)
                for hand in (deals.pone_hand, deals.dealer_hand)
            ]
        ),
        _histogram((MAX_HAND_POINTS + 1,), deals.crib),
    )


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    """Add several tallies up."""
    return Tally(*(sum(parts) for parts in zip(*tallies, strict=True)))


def _histogram(shape: tuple[int, ...], *indices: Points | Ints) -> Ints:
    flat = np.ravel_multi_index(tuple(index.astype(np.int64) for index in indices), shape)
    return np.bincount(flat, minlength=int(np.prod(shape))).reshape(shape)


def _count_firsts_and_totals(deals: Deals) -> tuple[Ints, Ints]:
    scored = np.zeros((2, len(deals.starter)), np.int64)
    first = np.zeros(SIDE * SIDE, np.int64)
    for points in deals.events():
        if (who := np.flatnonzero(points[DEALER])).size:
            # The dealer gets there first if it needed more than it had and no more than it has,
            # and pone needs more.
            had, pone = scored[DEALER, who], scored[PONE, who]
            has = had + points[DEALER][who]
            first += np.bincount((had + 1) * SIDE + pone + 1, minlength=SIDE * SIDE)
            first -= np.bincount((has + 1) * SIDE + pone + 1, minlength=SIDE * SIDE)
        scored += points
    return first.reshape(SIDE, SIDE), scored
