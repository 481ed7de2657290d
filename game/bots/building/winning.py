"""Who wins from where: computed backward from the end, over a great many deals, event by event."""

import numpy as np

from game.bots.building.tally import Tally
from game.bots.building.throwing import Doubles

TARGET = 121
# Chances are whole multiples of this in doubles, so that sums over up to 2**22 deals are exact.
CERTAIN = 1 << 30


def dealer_wins(tally: Tally, target: int = TARGET) -> Doubles:
    """The dealer's chance to win before the cards are dealt, by the needs of dealer and pone, from 1."""
    deals = int(tally.gains.sum())
    assert deals * CERTAIN < 1 << 53
    assert tally.gains[0, 0] == 0  # the last card alone brings a point
    at_once = tally.first.cumsum(axis=0).cumsum(axis=1).astype(np.float64) * CERTAIN
    gains = tally.gains.T.astype(np.float64)
    most_dealer, most_pone = (int(np.flatnonzero(gains.any(axis=axis)).max()) + 1 for axis in (1, 0))
    chance = np.zeros((target + 1, target + 1))
    for needed in range(2, 2 * target + 1):
        for dealer in range(max(1, needed - target), min(target, needed - 1) + 1):
            pone = needed - dealer
            some, others = min(most_dealer, dealer), min(most_pone, pone)
            # Where neither got there pone deals next: its need comes first, and its chance is our risk.
            risk = chance[pone - others + 1 : pone + 1, dealer - some + 1 : dealer + 1][::-1, ::-1].T
            later = (gains[:some, :others] * (CERTAIN - risk)).sum()
            chance[dealer, pone] = np.rint((at_once[dealer, pone] + later) / deals)
    return chance[1:, 1:] / CERTAIN


def by_score(dealer: Doubles) -> Doubles:
    """The chance with `mine` against `theirs`: first where the opponent deals next, then where I do."""
    i_deal = dealer[::-1, ::-1]
    return np.stack([1 - i_deal.T, i_deal])
