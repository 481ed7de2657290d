"""Measures the gain from knowing a shuffle: each deal is discarded from with the knowledge and without."""

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.scores import score_hands
from game.bots.tables.multisets import PAIRS, multiset_index
from game.shuffle_edge.reading import OPPONENT, Cards, Doubles, Expected, know_nothing
from game.shuffle_edge.throwing import SIDE, Floats, Split, Throwing, pair_chances, usual_readiness
from rng.lab.cards import PLACES, STARTER

Z95 = 1.959964
UNSEEN = 46
SEATS = ("pone", "dealer")
BOTH = "both"  # pone in one deal and dealer in the next

Expect = Callable[[str, Cards], Expected]
"""A function that returns a seat's expectations for each of these decks."""


class Knowledge(NamedTuple):
    """A seat's expectations, and the learned readiness of each seat's opponent to discard each pair."""

    expect: Expect
    readiness: Mapping[str, Floats]


class Sums(NamedTuple):
    """Sums over deals: gain, squared gain, discards changed by the knowledge, and bits of information."""

    deals: int = 0
    gain: float = 0.0
    square: float = 0.0
    changed: float = 0.0
    bits: float = 0.0

    def plus(self, other: "Sums") -> "Sums":
        """Return the sums of both."""
        return Sums(
            self.deals + other.deals,
            self.gain + other.gain,
            self.square + other.square,
            self.changed + other.changed,
            self.bits + other.bits,
        )


class Edge(NamedTuple):
    """The gain per deal with half its 95% interval, and how the knowledge achieved it."""

    points: float
    margin: float
    changed: float  # the share of discards that the knowledge changed
    starter_bits: float  # information gained about the starter

    @classmethod
    def of(cls, sums: Sums) -> "Edge":
        """Return the means of sums."""
        mean = sums.gain / sums.deals
        variance = max(sums.square / sums.deals - mean**2, 0)
        margin = Z95 * sqrt(variance / max(sums.deals - 1, 1))
        return cls(mean, margin, sums.changed / sums.deals, sums.bits / sums.deals)


class Gains(NamedTuple):
    """One seat's gain in each deal, whether its discard changed, and its information about the starter."""

    points: Doubles
    changed: Doubles
    bits: Doubles

    def sums(self) -> Sums:
        """Return the sums over all deals."""
        gained, squares, changed, bits = (
            float(each.sum()) for each in (self.points, self.points**2, self.changed, self.bits)
        )
        return Sums(len(self.points), gained, squares, changed, bits)


def expect_nothing(seat: str, decks: Cards) -> Expected:
    """Return the expectations of a seat that knows only its own cards."""
    return know_nothing(decks[:, PLACES[seat]])


def learn_readiness(batches: Iterable[Cards], expect: Expect, usual: Knowledge | None = None) -> Knowledge:
    """Learn how often opponents discard each pair that they are expected to hold.

    The opponents discard like players with the `usual` knowledge only, so their reasoning needs no model.
    """
    start = {seat: usual_readiness(OPPONENT[seat]) for seat in SEATS}
    theirs = usual.readiness if usual else start
    thrown = {seat: np.ones(PAIRS) for seat in SEATS}
    likely = {seat: np.ones(PAIRS) for seat in SEATS}
    for decks in batches:
        for seat in SEATS:
            other = OPPONENT[seat]
            split = Throwing(other, decks[:, PLACES[other]]).choose(
                expect_nothing(other, decks), theirs[other]
            )
            thrown[seat] += np.bincount(multiset_index(split.thrown >> 2), minlength=PAIRS)
            likely[seat] += pair_chances(expect(seat, decks).opponent, start[seat]).sum(axis=0)
    learned = {seat: (thrown[seat] / likely[seat]).astype(np.float32) for seat in SEATS}
    return Knowledge(expect, {seat: start[seat] * learned[seat] for seat in SEATS})


def measure(
    decks: Cards, nothing: Knowledge, knowledge: Mapping[str, Knowledge]
) -> dict[str, dict[str, Sums]]:
    """Return the gain of each seat from each kind of knowledge, while the other seat knows nothing."""
    throwing = {seat: Throwing(seat, decks[:, PLACES[seat]]) for seat in SEATS}
    plainly = {
        seat: throwing[seat].choose(nothing.expect(seat, decks), nothing.readiness[seat]) for seat in SEATS
    }
    found = {}
    for name, know in knowledge.items():
        pone, dealer = (_gains(seat, decks, know, throwing[seat], plainly) for seat in SEATS)
        both = Gains(*((one + other) / 2 for one, other in zip(pone, dealer, strict=True)))
        found[name] = dict(zip((*SEATS, BOTH), (each.sums() for each in (pone, dealer, both)), strict=True))
    return found


def _gains(
    seat: str, decks: Cards, know: Knowledge, throwing: Throwing, plainly: Mapping[str, Split]
) -> Gains:
    expected, starters = know.expect(seat, decks), decks[:, STARTER]
    knowing = throwing.choose(expected, know.readiness[seat])
    other = plainly[OPPONENT[seat]].thrown
    points = _points(seat, knowing, other, starters) - _points(seat, plainly[seat], other, starters)
    changed = (knowing.thrown != plainly[seat].thrown).any(axis=1)
    chances = np.take_along_axis(expected.starter, starters[:, None].astype(np.int64), axis=1)[:, 0]
    return Gains(points.astype(np.float64), changed.astype(np.float64), np.log2(chances * UNSEEN))


def _points(seat: str, split: Split, other: Cards, starters: Cards) -> NDArray[np.int64]:
    """Return the net points of the hand and of the crib, for or against the seat."""
    crib = score_hands(np.concatenate([split.thrown, other], axis=1), starters, crib=True)
    points: NDArray[np.int64] = score_hands(split.kept, starters).astype(np.int64) + SIDE[seat] * crib
    return points
