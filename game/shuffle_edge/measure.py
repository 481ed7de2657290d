"""Measures what a player gains by knowing a shuffle: each deal is thrown with the knowledge and without."""

from collections.abc import Callable, Mapping
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.scores import score_hands
from game.shuffle_edge.reading import OPPONENT, Cards, Doubles, Expected, know_nothing
from game.shuffle_edge.throwing import SIDE, Split, Throwing
from rng.lab.cards import PLACES, STARTER

Z95 = 1.959964
UNSEEN = 46
SEATS = ("pone", "dealer")
BOTH = "both"  # as pone in one deal and dealer in the next

Knowledge = Callable[[str, Cards], Expected]
"""What a seat expects of each of these decks."""


class Sums(NamedTuple):
    """Sums over deals: of the gain and its square, of throws that the knowledge changes, of bits it has."""

    deals: int = 0
    gain: float = 0.0
    square: float = 0.0
    changed: float = 0.0
    bits: float = 0.0

    def plus(self, other: "Sums") -> "Sums":
        """Those of both."""
        return Sums(
            self.deals + other.deals,
            self.gain + other.gain,
            self.square + other.square,
            self.changed + other.changed,
            self.bits + other.bits,
        )


class Edge(NamedTuple):
    """What the knowledge brought a deal, with half its 95% interval, and how it did."""

    points: float
    margin: float
    changed: float  # the share of throws that were others for it
    starter_bits: float  # by how much the starter was less of a surprise

    @classmethod
    def of(cls, sums: Sums) -> "Edge":
        """The means of sums."""
        mean = sums.gain / sums.deals
        variance = max(sums.square / sums.deals - mean**2, 0)
        margin = Z95 * sqrt(variance / max(sums.deals - 1, 1))
        return cls(mean, margin, sums.changed / sums.deals, sums.bits / sums.deals)


class Gains(NamedTuple):
    """What one seat gained in each deal, whether its throw was another, and what it knew of the starter."""

    points: Doubles
    changed: Doubles
    bits: Doubles

    def sums(self) -> Sums:
        """Over all deals."""
        gained, squares, changed, bits = (
            float(each.sum()) for each in (self.points, self.points**2, self.changed, self.bits)
        )
        return Sums(len(self.points), gained, squares, changed, bits)


def measure(decks: Cards, knowledge: Mapping[str, Knowledge]) -> dict[str, dict[str, Sums]]:
    """What each kind of knowledge gains each seat, while the other seat knows nothing."""
    sixes = {seat: decks[:, PLACES[seat]] for seat in SEATS}
    throwing = {seat: Throwing(seat, sixes[seat]) for seat in SEATS}
    plainly = {seat: throwing[seat].choose(know_nothing(sixes[seat])) for seat in SEATS}
    found = {}
    for name, know in knowledge.items():
        pone, dealer = (_gains(seat, decks, know(seat, decks), throwing[seat], plainly) for seat in SEATS)
        both = Gains(*((one + other) / 2 for one, other in zip(pone, dealer, strict=True)))
        found[name] = dict(zip((*SEATS, BOTH), (each.sums() for each in (pone, dealer, both)), strict=True))
    return found


def _gains(
    seat: str, decks: Cards, expected: Expected, throwing: Throwing, plainly: Mapping[str, Split]
) -> Gains:
    knowing, starters = throwing.choose(expected), decks[:, STARTER]
    other = plainly[OPPONENT[seat]].thrown
    points = _points(seat, knowing, other, starters) - _points(seat, plainly[seat], other, starters)
    changed = (knowing.thrown != plainly[seat].thrown).any(axis=1)
    chances = np.take_along_axis(expected.starter, starters[:, None].astype(np.int64), axis=1)[:, 0]
    return Gains(points.astype(np.float64), changed.astype(np.float64), np.log2(chances * UNSEEN))


def _points(seat: str, split: Split, other: Cards, starters: Cards) -> NDArray[np.int64]:
    """The hand, and the crib for or against: in net points."""
    crib = score_hands(np.concatenate([split.thrown, other], axis=1), starters, crib=True)
    points: NDArray[np.int64] = score_hands(split.kept, starters).astype(np.int64) + SIDE[seat] * crib
    return points
