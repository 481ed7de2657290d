"""The exact distributions of a fair shuffle, and p-values under them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, erfc, exp, factorial, isfinite, lgamma, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Law = NDArray[np.float64]  # the probabilities of 0, 1, 2, ...

CARDS = 52

MAX_EXACT_FIGURES = 10_000  # above this many values, sums are treated as normal
MIN_EXACT_P = 1e-12  # below this, sums of floats are not reliable


@cache
def inversions(cards: int = CARDS) -> Law:
    """Return the distribution of inversions: Mahonian numbers."""
    ways = [1]
    for places in range(2, cards + 1):
        # An added card can be placed before none, one, ... of the cards already there.
        sums = list(accumulate(ways + [0] * (places - 1)))
        ways = [total - (sums[at - places] if at >= places else 0) for at, total in enumerate(sums)]
    return _law_from_counts(ways, cards)


@cache
def cycles(cards: int = CARDS) -> Law:
    """Return the distribution of cycles: unsigned Stirling numbers of the first kind."""
    ways = [1]
    for others in range(cards):
        ways = [others * same + opens for same, opens in zip([*ways, 0], [0, *ways], strict=True)]
    return _law_from_counts(ways, cards)


@cache
def descents(cards: int = CARDS) -> Law:
    """Return the distribution of descents: Eulerian numbers. There is one more run than descents."""
    ways = [1]
    for size in range(2, cards + 1):
        rows = zip([*ways, 0], [0, *ways], strict=True)
        ways = [(at + 1) * same + (size - at) * splits for at, (same, splits) in enumerate(rows)]
    return _law_from_counts(ways, cards)


@cache
def fixed_points(cards: int = CARDS) -> Law:
    """Return the distribution of fixed points."""
    none = [1, 0]
    for size in range(2, cards + 1):
        none.append((size - 1) * (none[-1] + none[-2]))
    return _law_from_counts([comb(cards, fixed) * none[cards - fixed] for fixed in range(cards + 1)], cards)


def uniform(cells: int) -> Law:
    """Return the uniform distribution over so many cells."""
    return _read_only(np.full(cells, 1 / cells))


class Moments(NamedTuple):
    """The mean and the variance of a statistic without a named distribution."""

    mean: Fraction
    variance: Fraction


@cache
def neighbour_distance(cards: int = CARDS) -> Moments:
    """Return the moments of the distance of former neighbours, summed over all pairs."""
    rows = [[abs(place - other) for other in range(cards)] for place in range(cards)]
    sums = [sum(row) for row in rows]
    every, squares = sum(sums), sum(distance**2 for row in rows for distance in row)
    chains = sum(total**2 for total in sums) - squares
    apart = every**2 - 4 * chains - 2 * squares
    pairs = cards - 1
    distance = Fraction(every, cards * (cards - 1))
    square = Fraction(squares, cards * (cards - 1))
    # Two pairs of neighbours have one card in common, or none.
    linked = Fraction(chains, cards * (cards - 1) * (cards - 2))
    unlinked = Fraction(apart, cards * (cards - 1) * (cards - 2) * (cards - 3))
    moment = pairs * square + 2 * (pairs - 1) * linked + (pairs - 1) * (pairs - 2) * unlinked
    return Moments(pairs * distance, moment - (pairs * distance) ** 2)


@cache
def likeness(cards: int = CARDS) -> Moments:
    """Return the moments of the sum over places of the product of two independent decks' cards (0 to 51)."""
    middle = Fraction(cards - 1, 2)
    spread = sum(((card - middle) ** 2 for card in range(cards)), Fraction())
    return Moments(cards * middle**2, spread**2 / (cards - 1))


@cache
def card_by_place(cards: int = CARDS) -> Moments:
    """Return the moments of chi-square for cards by place over many decks.

    The rows and columns have fixed sums.
    """
    return Moments(Fraction(cards * (cards - 1)), Fraction(2 * cards**2))


@cache
def adjacent_pairs(cards: int = CARDS) -> Moments:
    """Return the moments of chi-square for cards by successor over many decks. The cells are dependent."""
    return Moments(Fraction((cards - 1) ** 2), Fraction(2 * (cards**2 - cards - 1)))


def mean(law: Law) -> float:
    """Return the mean of a distribution."""
    return float(law @ np.arange(law.size))


def variance(law: Law) -> float:
    """Return the variance of a distribution."""
    return float(law @ (np.arange(law.size) - mean(law)) ** 2)


def two_sided_p_value(law: Law, found: int) -> float:
    """Return the two-sided p-value of a value."""
    tail = min(law[: found + 1].sum(), law[found:].sum())
    return min(1.0, 2 * float(tail))


def total_p_value(law: Law, n: int, total: int) -> float:
    """Return the two-sided p-value of a sum of n values: exact for small n."""
    middle, deviation = n * mean(law), sqrt(n * variance(law))
    bell = 2 * normal_sf(max(0.0, abs(total - middle) - 0.5) / deviation)
    if n > MAX_EXACT_FIGURES:
        return bell
    # Circular convolution, wide enough that the wrapped part is negligible.
    circle = 1 << max(law.size, int(24 * deviation)).bit_length()
    first = round(middle) - circle // 2
    chances = np.roll(np.fft.irfft(np.fft.rfft(law, circle) ** n, circle), -(first % circle))
    exact = two_sided_p_value(chances, total - first) if 0 <= total - first < circle else 0.0
    return exact if exact > MIN_EXACT_P else min(bell, MIN_EXACT_P)


def normal_sf(z: float) -> float:
    """Return the upper tail of the normal distribution."""
    return erfc(z / sqrt(2)) / 2


def chi2_sf(x: float, df: float) -> float:
    """Return the upper tail of chi-square with so many degrees of freedom."""
    if x <= 0 or df <= 0:
        return 1.0
    if not isfinite(x):
        return 0.0
    shape, at = df / 2, x / 2
    front = exp(shape * log(at) - at - lgamma(shape))
    return 1 - front * _lower_series(shape, at) if at < shape + 1 else front * _upper_fraction(shape, at)


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """Return the p-values adjusted by Holm's correction."""
    adjusted = [0.0] * len(ps)
    highest = 0.0
    for rank, test in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[test]))
        adjusted[test] = highest
    return tuple(adjusted)


SERIES_TOLERANCE = 1e-16
LEAST = 1e-300


def _lower_series(shape: float, x: float) -> float:
    """Return the lower incomplete gamma series, without the factor before the sum."""
    term = total = 1 / shape
    while term > total * SERIES_TOLERANCE:
        shape += 1
        term *= x / shape
        total += term
    return total


def _upper_fraction(shape: float, x: float) -> float:
    """Return the upper incomplete gamma function by Lentz's continued fraction, without its factor."""
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
    """Convert exact counts of permutations to probabilities, each rounded once."""
    orders = factorial(cards)
    return _read_only(np.array([way / orders for way in ways]))


def _read_only(law: Law) -> Law:
    """Make a distribution read-only, because all callers share it."""
    law.flags.writeable = False
    return law
