"""Advanced's throw: weighs every starter and every pair that the opponent may throw."""

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from game.bots.advanced.aims import ROUND_DIGITS, Standing
from game.bots.advanced.counts import MOST_COUNTED, crib_points, hand_points, held_ranks, their_throws
from game.bots.advanced.opponent_hands import HandDistribution, hands_kept_by_opponent
from game.bots.advanced.pegging import Pegging, average_pegs, expected_pegging
from game.bots.brain import Cards, ways_to_throw
from game.bots.piles import RANKS, Array
from game.bots.scores import score_hands
from game.bots.tables.multisets import multiset_index
from game.engine.cards import JACK
from game.engine.play import FULL_DECK

NIBS, FLUSH = 2, 5


class Throws(NamedTuple):
    """The fifteen ways to throw, and what comes of each.

    hand: points of the kept four, by way and starter.
    crib: the crib's points on average.
    pegs: what is pegged on average, by me and by the other.
    value: what the aim makes of it all.
    """

    kept: tuple[Cards, ...]
    thrown: tuple[Cards, ...]
    hand: Array
    crib: Array
    pegs: Array
    value: Array


def weigh(six: Cards, dealer: bool, stand: Standing, seen: Cards = ()) -> Throws:
    """Weigh all fifteen ways; `seen` are further cards known to be elsewhere."""
    kept, thrown = zip(*ways_to_throw(six), strict=True)
    fours, pairs = np.array(kept), np.array(thrown)
    known = (*six, *seen)
    starters = np.array(sorted(FULL_DECK.difference(known)))
    ranks = starters >> 2
    hand = score_hands(fours[:, None, :], starters).astype(np.int64)
    crib = crib_points()[multiset_index(pairs >> 2)].transpose(0, 2, 1)
    chances = their_throws(not dealer, held_ranks(known) + np.eye(RANKS, dtype=np.int64))
    nobs, flush = _nobs(pairs, starters), _flush(pairs, starters)
    mean_crib = (np.einsum("wrp,rp->wr", crib, chances)[:, ranks] + nobs).mean(axis=1) + flush
    others = hands_kept_by_opponent(not dealer, known)
    pegging = expected_pegging(multiset_index(fours >> 2), dealer, stand, others)
    shift = pegging.shift.copy()
    shift[:, 0 if dealer else 1] += flush
    worth = _shifted(_by_counts(dealer, stand, pegging, others, ranks), shift)
    _, _, theirs = worth.shape
    by_suits = nobs + np.where(ranks == JACK, NIBS, 0)
    # A cell of `worth` for every way, starter and pair: a row's width for each point of mine.
    step = theirs if dealer else 1
    counted = (crib * np.int64(step))[:, ranks]
    counted += (hand * theirs + by_suits * step + np.arange(len(kept))[:, None] * worth[0].size)[:, :, None]
    value = np.einsum("wsp,sp->w", worth.ravel().take(counted), chances[ranks]) / len(starters)
    value = (value + pegging.won).round(ROUND_DIGITS)
    return Throws(kept, thrown, hand, mean_crib, average_pegs(multiset_index(fours >> 2), dealer), value)


def _nobs(pairs: Array, starters: Array) -> Array:
    """His nobs in the crib, by way and starter, if I throw that jack."""
    nobs: Array = (pairs[:, None, :] == JACK * 4 + (starters & 3)[:, None]).any(axis=2).astype(np.int64)
    return nobs


def _flush(pairs: Array, starters: Array) -> Array:
    """What a flush in the crib is worth on average: the starter and the opponent's two must match it."""
    of_suit = np.bincount(starters & 3, minlength=4)
    three_more = of_suit * (of_suit - 1) * (of_suit - 2)
    unseen = len(starters)
    chance = three_more / (unseen * (unseen - 1) * (unseen - 2))
    suits = pairs & 3
    worth: Array = np.where(suits[:, 0] == suits[:, 1], FLUSH * chance[suits[:, 0]], 0)
    return worth


def _by_counts(
    dealer: bool, stand: Standing, pegging: Pegging, others: HandDistribution, ranks: Array
) -> Array:
    """By way, my count and the opponent's crib: the worth, averaged over pegging and the opponent's hand."""
    mine, theirs = (2 * MOST_COUNTED + NIBS, 0) if dealer else (MOST_COUNTED, MOST_COUNTED + NIBS)
    left = np.bincount(ranks, minlength=RANKS) / len(ranks)
    chance = np.outer(others.weight, left).ravel()
    counts = np.bincount(hand_points()[others.kept].ravel(), chance, MOST_COUNTED + 1).astype(np.float32)
    _, most, _ = pegging.chances.shape
    # One more row and column than can be counted, which `_shifted` reads.
    width, height = mine + 1 + most, theirs + 1 + most
    hands = sliding_window_view(stand.worth[:width, : height + MOST_COUNTED], height, axis=1)
    blocks = sliding_window_view(np.tensordot(counts, hands, (0, 1)), (most, most))
    worth: Array = np.tensordot(pegging.chances, blocks, ((1, 2), (2, 3)))
    return worth


def _shifted(worth: Array, shift: Array) -> Array:
    """The worth of each way if both sides score this much more than on average."""
    mine, theirs = np.diff(worth, axis=1)[:, :, :-1], np.diff(worth, axis=2)[:, :-1]
    shifted: Array = worth[:, :-1, :-1] + shift[:, :1, None] * mine + shift[:, 1:, None] * theirs
    return shifted.astype(np.float32)
