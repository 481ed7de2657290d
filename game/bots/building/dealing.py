"""Deals played by two sensible players who go for points: what was scored in each, in order."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.building.throwing import KEPT, QUARTERS, THROWN, UNSEEN, Doubles
from game.bots.lanes import Lanes, play_out
from game.bots.scores import Cards, Points, score_hands
from game.bots.tables.multisets import DEALER, PONE, Ints, multiset_index
from game.engine.cards import JACK


class Deals(NamedTuple):
    """What was scored, a lane for each deal; the pegs are in the order of the cards."""

    starter: NDArray[np.uint8]
    nibs: Points
    pegger: NDArray[np.int8]
    pegs: Points
    pone_hand: Points
    dealer_hand: Points
    crib: Points

    def events(self) -> Iterator[tuple[Points, Points]]:
        """The points of pone and of the dealer, step by step."""
        nothing = np.zeros_like(self.nibs)
        yield nothing, self.nibs
        for pegger, pegs in zip(self.pegger, self.pegs, strict=True):
            yield np.where(pegger == PONE, pegs, 0), np.where(pegger == DEALER, pegs, 0)
        yield self.pone_hand, nothing
        yield nothing, self.dealer_hand
        yield nothing, self.crib

    def pegged(self, role: int) -> Ints:
        """All points that one role pegged."""
        total: Ints = np.where(self.pegger == role, self.pegs, 0).sum(axis=0)
        return total


class Worth(NamedTuple):
    """What each way to part every six ranks is worth."""

    pone: Doubles
    dealer: Doubles


def play_deals(decks: Cards, worth: Worth) -> Deals:
    """Deal from these decks, every other card to each side, and play; both sides throw their best way."""
    starter = decks[:, 12]
    pone_keeps, pone_throws = split_sixes(decks[:, 0:12:2], PONE, worth[PONE])
    dealer_keeps, dealer_throws = split_sixes(decks[:, 1:12:2], DEALER, worth[DEALER])
    pegs = play_out(Lanes.from_first_card(multiset_index(pone_keeps >> 2), multiset_index(dealer_keeps >> 2)))
    return Deals(
        starter,
        np.where(starter >> 2 == JACK, 2, 0).astype(np.int8),
        pegs.seat.astype(np.int8),
        pegs.points.astype(np.int8),
        score_hands(pone_keeps, starter),
        score_hands(dealer_keeps, starter),
        score_hands(np.concatenate([pone_throws, dealer_throws], axis=1), starter, crib=True),
    )


def split_sixes(six: Cards, role: int, worth: Doubles) -> tuple[Cards, Cards]:
    """Choose what to keep and throw of each six cards: best by ranks, with what the suits add."""
    held = np.sort(six, axis=1)
    way = (worth[multiset_index(held >> 2)] + _suits_add(held, role)).argmax(axis=1)
    kept, thrown = np.array(KEPT)[way], np.array(THROWN)[way]
    return np.take_along_axis(held, kept, axis=1), np.take_along_axis(held, thrown, axis=1)


def _suits_add(held: Cards, role: int) -> Doubles:
    """What flush and his nobs add to what the ranks alone promise, for each way to part."""
    suits, is_jack = held & 3, held >> 2 == JACK
    unseen = 13 - (suits[:, :, None] == np.arange(4)).sum(axis=1)
    of_its_suit = np.take_along_axis(unseen, suits.astype(np.int64), axis=1)
    expected = (UNSEEN - 4 + is_jack.sum(axis=1, keepdims=True)) / QUARTERS
    nobs = np.where(is_jack, (of_its_suit - expected) / UNSEEN, 0)
    in_crib = nobs if role == DEALER else -nobs
    adds = np.empty((len(held), len(KEPT)))
    for way, (kept, thrown) in enumerate(zip(KEPT, THROWN, strict=True)):
        a, b, c, d = (suits[:, at] for at in kept)
        flush = np.where((a == b) & (b == c) & (c == d), 4 + of_its_suit[:, kept[0]] / UNSEEN, 0)
        adds[:, way] = flush + nobs[:, kept].sum(axis=1) + in_crib[:, thrown].sum(axis=1)
    return adds
