"""Winning chances for measuring luck, from the win table, in integers: the same on every machine.

Chances are pone's, who deals next; `CERTAIN` is one. Unknown parts of a deal follow the shipped tables:
pegging, and for the slopes also hands and crib.
"""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.bots.brain import Cards
from game.bots.scores import score_hands
from game.bots.tables import tables
from game.bots.tables.multisets import DEALER, Ints
from game.engine.cards import JACK
from study.review.judge.win_chances import MOST_IN_A_DEAL, win_table

TARGET = 121
CERTAIN = 1 << 30
SHARES = 1 << 20
NIBS = 2
RANKS = 13
WIDE = TARGET + MOST_IN_A_DEAL


@cache
def after_deal() -> Ints:
    """Return the chance by both totals after counting, pone first."""
    chances = np.zeros((WIDE, WIDE), np.int64)
    chances[:TARGET, :TARGET] = _whole(win_table(TARGET)[:TARGET, :TARGET], CERTAIN)
    chances[TARGET:] = CERTAIN
    return chances


def _whole(shares: NDArray[Any], one: int) -> Ints:
    """Return shares as integers whose whole is `one`."""
    return np.rint(shares.astype(np.float64) * one).astype(np.int64)


@cache
def pegged() -> tuple[Ints, Ints, Ints]:
    """Return every pair of totals that pone and the dealer may peg, with its share of deals."""
    shares = _whole(tables().pegging, SHARES)
    pone, dealer = np.nonzero(shares)
    return pone, dealer, shares[pone, dealer]


def first_dealer_chance() -> Fraction:
    """Return the chance of the first dealer."""
    return Fraction(int(after_deal()[0, 0]), CERTAIN)


def chances_by_starter(
    pone: int, dealer: int, hands: tuple[Cards, Cards], crib: Cards, starters: Cards
) -> tuple[Fraction, ...]:
    """Return pone's chance with each starter at these scores.

    Both hands, pone's first, and crib are known.
    """
    turned = np.array(starters, np.uint8)
    of_pone, of_dealer = (_counts(hand, turned) for hand in hands)
    nibs = np.where(turned >> 2 == JACK, NIBS, 0)
    by_pone, by_dealer, shares = (part[:, None] for part in pegged())
    dealers = dealer + nibs
    chances = np.where(
        dealers >= TARGET,
        0,
        (
            shares
            * _after_play(
                pone + by_pone, dealers + by_dealer, of_pone, of_dealer + _counts(crib, turned, True)
            )
        ).sum(axis=0),
    )
    return tuple([Fraction(int(chance), CERTAIN * int(shares.sum())) for chance in chances])


def _counts(four: Cards, starters: NDArray[np.uint8], as_crib: bool = False) -> Ints:
    hands = np.broadcast_to(np.array(four, np.uint8), (len(starters), 4))
    return score_hands(hands, starters, as_crib).astype(np.int64)


def _after_play(pone: Ints, dealer: Ints, hand: Ints, hand_and_crib: Ints) -> Ints:
    """Return pone's chance with these scores after pegging, where pone counts first.

    If both have pegged out, the order is unknown, so each wins half.
    """
    pone_is_out, dealer_is_out = pone >= TARGET, dealer >= TARGET
    counted = after_deal()[np.minimum(pone + hand, WIDE - 1), np.minimum(dealer + hand_and_crib, WIDE - 1)]
    chances: Ints = np.where(dealer_is_out, np.where(pone_is_out, CERTAIN // 2, 0), counted)
    return chances


def slope(role: int, pone: int, dealer: int) -> Fraction:
    """Return what one more point in this role's hand adds to its chance, at the scores before the deal."""
    return Fraction(int(_slopes()[role, pone, dealer]), 2 * CERTAIN)


@cache
def _slopes() -> Ints:
    """Return the chance with a point more minus that with one less, by role and both scores."""
    of_pone, of_dealer, of_crib = _usual_counts()
    counted = _averaged(
        _averaged(after_deal(), np.convolve(of_dealer, of_crib) // SHARES, axis=1), of_pone, axis=0
    )
    gains = np.stack([_gain_of_a_point(counted, axis=0), -_gain_of_a_point(counted, axis=1)])
    gains[:, TARGET:] = gains[:, :, TARGET:] = 0  # a player who has pegged out needs no hand
    by_pone, by_dealer, shares = pegged()
    slopes = sum(
        share * gains[:, pone : pone + TARGET, dealer : dealer + TARGET]
        for pone, dealer, share in zip(by_pone, by_dealer, shares, strict=True)
    )
    divided: Ints = np.asarray(slopes) // shares.sum()
    return divided


def _usual_counts() -> tuple[Ints, Ints, Ints]:
    """Return the frequencies of the points of pone's hand, the dealer's hand and the crib."""
    of_pone, of_dealer = _whole(tables().hands, SHARES).sum(axis=1)
    thrown, cribs = _whole(tables().throws[DEALER], SHARES), _whole(tables().cribs[DEALER], SHARES)
    return of_pone // RANKS, of_dealer // RANKS, thrown @ cribs // SHARES


def _averaged(chances: Ints, shares: Ints, axis: int) -> Ints:
    """Return the chances before points with these frequencies are added to the score on this axis."""
    last = np.arange(WIDE)
    total = sum(
        share * chances.take(np.minimum(last + points, WIDE - 1), axis) // SHARES
        for points, share in enumerate(shares)
    )
    mean: Ints = np.asarray(total) * SHARES // shares.sum()
    return mean


def _gain_of_a_point(chances: Ints, axis: int) -> Ints:
    """Return the chance at each score with a point more, minus that with one less."""
    more, less = np.minimum(np.arange(WIDE) + 1, WIDE - 1), np.maximum(np.arange(WIDE) - 1, 0)
    gain: Ints = chances.take(more, axis) - chances.take(less, axis)
    return gain
