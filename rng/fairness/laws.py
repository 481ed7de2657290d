"""The exact laws of a fair shuffle, and how surprising a figure is under them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, erfc, exp, factorial, isfinite, lgamma, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Law = NDArray[np.float64]  # the chance of 0, 1, 2, ...

CARDS = 52

MAX_EXACT_FIGURES = 10_000  # figures: sums of more of them are spread like a bell
MIN_EXACT_P = 1e-12  # below this, sums of floats tell nothing


@cache
def inversions(cards: int = CARDS) -> Law:
    """Of 0, 1, 2, ... pairs of cards that lie the wrong way round: Mahonian numbers."""
    ways = [1]
    for places in range(2, cards + 1):
        # A card that joins may lie before none, one, ... of those already there.
        sums = list(accumulate(ways + [0] * (places - 1)))
        ways = [total - (sums[at - places] if at >= places else 0) for at, total in enumerate(sums)]
    return _law_from_counts(ways, cards)


@cache
def cycles(cards: int = CARDS) -> Law:
    """Of 0, 1, 2, ... cycles: Stirling's numbers of the first kind, without their signs."""
    ways = [1]
    for others in range(cards):
        ways = [others * same + opens for same, opens in zip([*ways, 0], [0, *ways], strict=True)]
    return _law_from_counts(ways, cards)


@cache
def descents(cards: int = CARDS) -> Law:
    """Of 0, 1, 2, ... cards that are followed by a lower one: Eulerian numbers; the runs are one more."""
    ways = [1]
    for size in range(2, cards + 1):
        rows = zip([*ways, 0], [0, *ways], strict=True)
        ways = [(at + 1) * same + (size - at) * splits for at, (same, splits) in enumerate(rows)]
    return _law_from_counts(ways, cards)


@cache
def fixed_points(cards: int = CARDS) -> Law:
    """Of 0, 1, 2, ... cards in the place they came from."""
    none = [1, 0]
    for size in range(2, cards + 1):
        none.append((size - 1) * (none[-1] + none[-2]))
    return _law_from_counts([comb(cards, fixed) * none[cards - fixed] for fixed in range(cards + 1)], cards)


def uniform(cells: int) -> Law:
    """Of so many cells, any as likely as any other."""
    return _read_only(np.full(cells, 1 / cells))


class Moments(NamedTuple):
    """What is to be expected of a figure, and how widely it spreads, where its law has no name."""

    mean: Fraction
    variance: Fraction


@cache
def neighbour_distance(cards: int = CARDS) -> Moments:
    """Of the places between cards that were neighbours, over all pairs of them together."""
    rows = [[abs(place - other) for other in range(cards)] for place in range(cards)]
    sums = [sum(row) for row in rows]
    every, squares = sum(sums), sum(distance**2 for row in rows for distance in row)
    chains = sum(total**2 for total in sums) - squares
    apart = every**2 - 4 * chains - 2 * squares
    pairs = cards - 1
    distance = Fraction(every, cards * (cards - 1))
    square = Fraction(squares, cards * (cards - 1))
    # Two pairs of neighbours have a card in common, or none.
    linked = Fraction(chains, cards * (cards - 1) * (cards - 2))
    unlinked = Fraction(apart, cards * (cards - 1) * (cards - 2) * (cards - 3))
    moment = pairs * square + 2 * (pairs - 1) * linked + (pairs - 1) * (pairs - 2) * unlinked
    return Moments(pairs * distance, moment - (pairs * distance) ** 2)


@cache
def likeness(cards: int = CARDS) -> Moments:
    """Of the sum, over all places, of one deck's card (0 to 51) times that of a deck unlike it."""
    middle = Fraction(cards - 1, 2)
    spread = sum(((card - middle) ** 2 for card in range(cards)), Fraction())
    return Moments(cards * middle**2, spread**2 / (cards - 1))


@cache
def card_by_place(cards: int = CARDS) -> Moments:
    """Of chi-square over which card lies where, of many decks: no row or column of its cells is free."""
    return Moments(Fraction(cards * (cards - 1)), Fraction(2 * cards**2))


@cache
def adjacent_pairs(cards: int = CARDS) -> Moments:
    """Of chi-square over which card follows which, of many decks: its cells depend on each other."""
    return Moments(Fraction((cards - 1) ** 2), Fraction(2 * (cards**2 - cards - 1)))


def mean(law: Law) -> float:
    """What is to be expected."""
    return float(law @ np.arange(law.size))


def variance(law: Law) -> float:
    """How widely it spreads."""
    return float(law @ (np.arange(law.size) - mean(law)) ** 2)


def two_sided_p_value(law: Law, found: int) -> float:
    """The chance of something at least as far out, on whichever side it is."""
    tail = min(law[: found + 1].sum(), law[found:].sum())
    return min(1.0, 2 * float(tail))


def total_p_value(law: Law, n: int, total: int) -> float:
    """The chance, two-sided, of a sum of n figures at least as far out: exact while n is small."""
    middle, deviation = n * mean(law), sqrt(n * variance(law))
    bell = 2 * normal_sf(max(0.0, abs(total - middle) - 0.5) / deviation)
    if n > MAX_EXACT_FIGURES:
        return bell
    # Sums go round in a circle, wide enough that what meets on its far side is nothing.
    circle = 1 << max(law.size, int(24 * deviation)).bit_length()
    first = round(middle) - circle // 2
    chances = np.roll(np.fft.irfft(np.fft.rfft(law, circle) ** n, circle), -(first % circle))
    exact = two_sided_p_value(chances, total - first) if 0 <= total - first < circle else 0.0
    return exact if exact > MIN_EXACT_P else min(bell, MIN_EXACT_P)


def normal_sf(z: float) -> float:
    """The chance of more than z under the bell curve."""
    return erfc(z / sqrt(2)) / 2


def chi2_sf(x: float, df: float) -> float:
    """The chance of more than x under chi-square with so many degrees of freedom."""
    if x <= 0 or df <= 0:
        return 1.0
    if not isfinite(x):
        return 0.0
    shape, at = df / 2, x / 2
    front = exp(shape * log(at) - at - lgamma(shape))
    return 1 - front * _lower_series(shape, at) if at < shape + 1 else front * _upper_fraction(shape, at)


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """The same p-values as they stand among so many tests, by Holm's correction."""
    adjusted = [0.0] * len(ps)
    highest = 0.0
    for rank, test in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[test]))
        adjusted[test] = highest
    return tuple(adjusted)


SERIES_TOLERANCE = 1e-16
LEAST = 1e-300


def _lower_series(shape: float, x: float) -> float:
    """The incomplete gamma function from below, without its factor before the sum."""
    term = total = 1 / shape
    while term > total * SERIES_TOLERANCE:
        shape += 1
        term *= x / shape
        total += term
    return total


def _upper_fraction(shape: float, x: float) -> float:
    """The incomplete gamma function from above, without its factor: Lentz's continued fraction."""
    b = x + 1 - shape
    c, d = 1 / LEAST, 1 / b
    value, step, n = d, 0.0, 0
    while abs(step - 1) > SERIES_TOLERANCE * 10:
        n += 1
        a = n * (shape - n)
        b += 2
        d = 1 / _not_zero(b + a * d)
        c = _not_zero(b + a / c)
        step = c * d
        value *= step
    return value


def _not_zero(x: float) -> float:
    return x if abs(x) > LEAST else LEAST


def _law_from_counts(ways: Sequence[int], cards: int) -> Law:
    """Chances from exact numbers of orders, each rounded once."""
    orders = factorial(cards)
    return _read_only(np.array([way / orders for way in ways]))


def _read_only(law: Law) -> Law:
    """A law is shared by all who ask for it: nobody may change it."""
    law.flags.writeable = False
    return law
