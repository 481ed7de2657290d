"""Bets that an earlier deal repeats: its first eleven cards, starter, top card or hands.

Each bets on an event with a known chance. Laid at another chance, it pays the ratio of the two if the event
comes, and the ratio of the complements if it does not.
"""

from math import comb, perm

import numpy as np
from numpy.typing import NDArray

from rng.deal import BEGINNING_LENGTH
from rng.fairness.statistics import CARDS, STARTER, Decks
from rng.fairness.watch.circumstances import UNKNOWN, Circumstances
from rng.fairness.watch.seat_bets import DEALER_SIX, PONE_SIX

# The assumed chances that a starter or top card repeats that of the previous deal of the same game.
LAID_ON_SAME = (0.1, 0.5)
# The part of its stake that a bet on a nearly impossible event costs per deal.
LAID_ON_MIRACLE = 1e-6

SAME_CARD = 1 / CARDS
# Both seats hold the sixes of the previous deal, their own or swapped.
SAME_SIXES = 2 / (comb(CARDS, 6) * comb(CARDS - 6, 6))
BEGINNINGS = perm(CARDS, BEGINNING_LENGTH)

NAMES = (
    *(f"same {what}, {laid:g}" for what in ("starter", "top card") for laid in LAID_ON_SAME),
    "same sixes",
    "same beginning",
)

Logs = NDArray[np.float64]
Found = NDArray[np.bool_]


def log_gains(decks: Decks, about: Circumstances, deals: int) -> Logs:
    """Return the log payout of each bet for each deck, after so many earlier deals."""
    has_last = about.last[:, 0] < CARDS
    same = {place: decks[:, place] == about.last[:, place] for place in (STARTER, 0)}
    columns = [
        np.where(has_last, _log_payoff(found, laid, SAME_CARD), 0)
        for found in same.values()
        for laid in LAID_ON_SAME
    ]
    sixes = has_last & same_sixes(decks, about.last)
    columns.append(np.where(has_last, _log_payoff(sixes, LAID_ON_MIRACLE, SAME_SIXES), 0))
    # At most as many different beginnings as earlier deals: the bet is fair or worse for the bettor.
    chance = np.maximum(deals + np.arange(len(decks)), 1) / BEGINNINGS
    repeated = _log_payoff(about.repeated == 1, LAID_ON_MIRACLE, chance)
    columns.append(np.where(about.repeated == UNKNOWN, 0, repeated))
    return np.stack(columns, axis=1)


def same_sixes(decks: Decks, last: Decks) -> Found:
    """Return whether the two sixes are those of the previous deal, in either order."""
    pone, dealer = _sets(decks[:, PONE_SIX]), _sets(decks[:, DEALER_SIX])
    was_pone, was_dealer = _sets(last[:, PONE_SIX]), _sets(last[:, DEALER_SIX])
    kept = (pone == was_pone) & (dealer == was_dealer)
    exchanged = (pone == was_dealer) & (dealer == was_pone)
    return np.asarray(kept | exchanged, bool)


def _sets(sixes: Decks) -> NDArray[np.uint64]:
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << sixes.astype(np.uint64), axis=1)
    return sets


def _log_payoff(found: Found, laid: float, chance: float | Logs) -> Logs:
    return np.asarray(np.where(found, np.log(laid / chance), np.log((1 - laid) / (1 - chance))), np.float64)
