"""The distributions against all permutations of a few cards, published values, and 50-digit closed forms."""

from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import erfc, factorial, pi, sqrt

import numpy as np
import pytest

from rng.fairness import laws
from rng.tests.fairness.cycles import count_cycles

Order = Sequence[int]


FIGURES: dict[Callable[[int], laws.Law], Callable[[Order], int]] = {
    laws.inversions: lambda order: sum(a > b for a, b in combinations(order, 2)),
    laws.cycles: count_cycles,
    laws.descents: lambda order: sum(a > b for a, b in pairwise(order)),
    laws.fixed_points: lambda order: sum(place == card for place, card in enumerate(order)),
}


@pytest.mark.parametrize("law", FIGURES, ids=lambda law: law.__name__)
@pytest.mark.parametrize("cards", [1, 2, 3, 6, 7])
def test_distributions_agree_with_enumeration_of_few_cards(
    law: Callable[[int], laws.Law], cards: int
) -> None:
    counted = Counter(map(FIGURES[law], permutations(range(cards))))
    chances = law(cards)
    assert [round(chance * factorial(cards), 6) for chance in chances] == [
        counted[n] for n in range(len(chances))
    ]


@pytest.mark.parametrize(
    ("law", "mean", "variance"),
    [
        (laws.inversions, 663, 52 * 51 * 109 / 72),
        (laws.cycles, sum(1 / n for n in range(1, 53)), sum(1 / n - 1 / n**2 for n in range(1, 53))),
        (laws.descents, 25.5, 53 / 12),
        (laws.fixed_points, 1, 1),
    ],
)
def test_means_and_variances_of_52_cards_are_the_published_ones(
    law: Callable[[], laws.Law], mean: float, variance: float
) -> None:
    assert law().sum() == pytest.approx(1, abs=1e-14)
    assert laws.mean(law()) == pytest.approx(mean, rel=1e-13)
    assert laws.variance(law()) == pytest.approx(variance, rel=1e-12)


def test_a_shared_law_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        laws.cycles()[0] = 1


@pytest.mark.parametrize("cards", [4, 5, 7])
def test_moments_agree_with_enumeration(cards: int) -> None:
    orders = list(permutations(range(cards)))
    apart = [sum(abs(a - b) for a, b in pairwise(order)) for order in orders]
    alike = [sum(place * card for place, card in enumerate(order)) for order in orders]
    for figures, moments in ((apart, laws.neighbour_distance(cards)), (alike, laws.likeness(cards))):
        mean = Fraction(sum(figures), len(orders))
        assert moments == (mean, Fraction(sum(n * n for n in figures), len(orders)) - mean**2)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_moments_of_table_chi_squares_follow_from_the_covariance_of_cells(cards: int) -> None:
    orders = list(permutations(range(cards)))
    lies = np.array([[o[p] == c for c in range(cards) for p in range(cards)] for o in orders], float)
    apart = [(a, b) for a in range(cards) for b in range(cards) if a != b]
    follows = np.array([[pair in set(pairwise(o)) for pair in apart] for o in orders], float)
    for cells, moments in ((lies, laws.card_by_place(cards)), (follows, laws.adjacent_pairs(cards))):
        spread = np.cov(cells.T, bias=True) * cards  # every cell has one in `cards`, on average
        assert np.trace(spread) == pytest.approx(float(moments.mean))
        assert 2 * (spread**2).sum() == pytest.approx(float(moments.variance))


def test_the_tables_of_52_cards_have_the_published_freedom() -> None:
    mean, variance = laws.card_by_place()
    assert (2 * mean / variance, 2 * mean**2 / variance) == (Fraction(51, 52), 2601)
    assert laws.adjacent_pairs() == (2601, 5302)


def exactly(x: Fraction, freedom: int) -> float:
    """Return the upper tail of chi-square by its recurrence, which ends at a normal or exponential tail."""
    with localcontext() as context:
        context.prec = 50
        half = Decimal(x.numerator) / Decimal(x.denominator) / 2
        if freedom % 2:
            total, shape = Decimal(erfc(float(half) ** 0.5)), Decimal("0.5")
            term = half.sqrt() * (-half).exp() / Decimal(pi).sqrt() * 2
        else:
            total, shape, term = (-half).exp(), Decimal(1), half * (-half).exp()
        while 2 * shape < freedom:
            total += term
            shape += 1
            term *= half / shape
        return float(total)


@pytest.mark.parametrize("freedom", [1, 2, 5, 51, 119, 2600, 2601])
@pytest.mark.parametrize("away", [-3, -1, 0, 1, 3, 6])
def test_chi_square_agrees_with_its_closed_form_to_ten_digits(freedom: int, away: float) -> None:
    x = Fraction(max(0.1, freedom + away * sqrt(2 * freedom))).limit_denominator(1000)
    assert laws.chi2_sf(float(x), freedom) == pytest.approx(exactly(x, freedom), rel=1e-10, abs=1e-12)


@pytest.mark.parametrize(
    ("x", "freedom", "chance"),
    [(3.841458820694124, 1, 0.05), (68.66929391228578, 51, 0.05), (0, 7, 1), (1e9, 7, 0)],
)
def test_chi_square_agrees_with_printed_tables(x: float, freedom: int, chance: float) -> None:
    assert laws.chi2_sf(x, freedom) == pytest.approx(chance, rel=1e-10)


def test_the_normal_tail_agrees_with_printed_tables() -> None:
    assert laws.normal_sf(1.959963984540054) == pytest.approx(0.025, rel=1e-12)
    assert laws.normal_sf(-1) == pytest.approx(0.8413447460685429, rel=1e-12)


@pytest.mark.parametrize("total", [3, 4, 12, 19, 40])
def test_the_p_value_of_a_small_sum_is_exact(total: int) -> None:
    """For cycles of three decks, by enumerating all sums."""
    chances = np.convolve(np.convolve(laws.cycles(), laws.cycles()), laws.cycles())
    expected = min(1, 2 * min(chances[: total + 1].sum(), chances[total:].sum()))
    assert laws.total_p_value(laws.cycles(), 3, total) == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_the_normal_p_value_of_a_large_sum_agrees_with_the_exact_one() -> None:
    coin = laws.uniform(2)
    exact, bell = (
        laws.total_p_value(coin, n, n // 2 + 150)
        for n in (laws.MAX_EXACT_FIGURES, laws.MAX_EXACT_FIGURES + 2)
    )
    assert exact == pytest.approx(bell, rel=2e-3)


def test_extreme_p_values_are_bounded_by_the_normal_tail() -> None:
    assert laws.total_p_value(laws.cycles(), 3000, 3000) < 1e-100
    assert laws.total_p_value(laws.uniform(2), 30, 30) == pytest.approx(2 * 0.5**30)


def test_holm_corrects_as_he_published_it() -> None:
    assert laws.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert laws.holm([0.5, 1.0]) == (1.0, 1.0)
