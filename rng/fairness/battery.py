"""The test battery for shuffles, with p-values from exact distributions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Generic, TypeVar

import numpy as np
from django.utils.translation import gettext_noop

from rng.deal import BEGINNING_LENGTH
from rng.fairness import laws
from rng.fairness.laws import Law, Moments
from rng.fairness.statistics import PATTERNS, STARTER, Counts
from rng.fairness.tally import Tally

ALPHA = 0.01
ENOUGH = 5  # cells with a smaller expected count are merged with the next
SPARSE = 20  # too few decks to fill a table of 52 by 52


Counted = TypeVar("Counted")


@dataclass(frozen=True, slots=True)
class Test(Generic[Counted]):
    """A test: its name, its description, and the function that gives its p-value for the counts."""

    __test__ = False  # keeps pytest from collecting this class

    name: str
    says: str
    p_value: Callable[[Counted], float]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a test; `p_adjusted` is corrected for the number of tests."""

    name: str
    says: str
    p: float
    p_adjusted: float

    @property
    def is_significant(self) -> bool:
        return self.p_adjusted < ALPHA


def build_battery(scores: Sequence[int]) -> tuple[Test[Tally], ...]:
    """Build the battery. `scores` are the numbers of all hands that score 0, 1, 2, ... points."""
    hands = np.array(scores) / sum(scores)
    return (
        Test(
            "card-by-place",
            gettext_noop("Is every card in every place equally often?"),
            lambda t: table_p_value(t.card_by_place, t.decks, laws.card_by_place()),
        ),
        Test(
            "inversions",
            gettext_noop("Are half of the 1,326 pairs of cards in the opposite order, on average?"),
            lambda t: mean_p_value(t.inversions, laws.inversions()),
        ),
        Test(
            "inversions-spread",
            gettext_noop("Does each number of pairs in the opposite order come up as often as it should?"),
            lambda t: distribution_p_value(t.inversions, laws.inversions()),
        ),
        Test(
            "cycles",
            gettext_noop("Have the cards changed places in 4.538 cycles, on average?"),
            lambda t: mean_p_value(t.cycles, laws.cycles()),
        ),
        Test(
            "cycles-spread",
            gettext_noop("Does each number of cycles come up as often as it should?"),
            lambda t: distribution_p_value(t.cycles, laws.cycles()),
        ),
        Test(
            "fixed-points",
            gettext_noop(
                "Are none, one, two... cards still in their place from the new deck as often as they "
                "should be?"
            ),
            lambda t: distribution_p_value(t.fixed_points, laws.fixed_points()),
        ),
        Test(
            "parity",
            gettext_noop("Do half of the decks take an even number of swaps to make from the new one?"),
            lambda t: laws.total_p_value(laws.uniform(2), t.decks, int(t.cycles[::2].sum())),
        ),
        Test(
            "rising-sequences",
            gettext_noop("Are there 26.5 sequences of cards still in the order of the new deck, on average?"),
            lambda t: mean_p_value(t.descents_of_inverse, laws.descents()),
        ),
        Test(
            "ascending-runs",
            gettext_noop("Is the deck made of 26.5 runs of ever higher cards, on average?"),
            lambda t: mean_p_value(t.descents, laws.descents()),
        ),
        Test(
            "neighbour-distance",
            gettext_noop("Are cards that were neighbours in the new deck 53/3 places apart, on average?"),
            lambda t: normal_p_value(int(t.neighbours.sum()), t.decks, laws.neighbour_distance()),
        ),
        Test(
            "adjacent-pairs",
            gettext_noop("Does every card follow every other one equally often?"),
            lambda t: table_p_value(
                t.adjacent_pairs[~np.eye(52, dtype=bool)], t.decks, laws.adjacent_pairs()
            ),
        ),
        Test(
            "order-patterns",
            gettext_noop("Do five cards in a row come in each of their 120 orders equally often?"),
            lambda t: distribution_p_value(t.order_patterns, laws.uniform(PATTERNS)),
        ),
        Test(
            "starter",
            gettext_noop("Is every card the starter equally often?"),
            lambda t: distribution_p_value(t.card_by_place[:, STARTER], laws.uniform(52)),
        ),
        Test(
            "successive-decks",
            gettext_noop("Is each deck independent of the one before it?"),
            lambda t: normal_p_value(t.likeness, t.successions, laws.likeness()),
        ),
        Test(
            "repeated-deals",
            gettext_noop("Have the same eleven cards been on top before, in the same order?"),
            repeats_p_value,
        ),
        Test(
            "pone-scores",
            gettext_noop(
                "Do pone’s first four cards and the starter score 0, 1, 2... as often as they should?"
            ),
            lambda t: distribution_p_value(t.pone, hands),
        ),
        Test(
            "dealer-scores",
            gettext_noop("Do the dealer’s first four cards and the starter score as they should?"),
            lambda t: distribution_p_value(t.dealer, hands),
        ),
        Test(
            "dealer-against-pone",
            gettext_noop("Does one seat get better cards than the other?"),
            lambda t: seat_balance_p_value(t.pone_ahead),
        ),
    )


def run_battery(tally: Counted, battery: Sequence[Test[Counted]]) -> tuple[Finding, ...]:
    """Run each test on the counts."""
    ps = [test.p_value(tally) for test in battery]
    return tuple(
        Finding(test.name, test.says, p, adjusted)
        for test, p, adjusted in zip(battery, ps, laws.holm(ps), strict=True)
    )


def passes(findings: Sequence[Finding]) -> bool:
    """Return whether no test has rejected the decks."""
    return not any(finding.is_significant for finding in findings)


def table_p_value(counts: Counts, decks: int, moments: Moments) -> float:
    """Return the p-value of a table whose cells should be equal. It is low for counts too even or too uneven.

    The cells are dependent, so the chi-square is rescaled to one with matching moments.
    """
    if decks < SPARSE:
        return 1.0
    expected = decks / 52
    chi2 = float(((counts - expected) ** 2).sum() / expected)
    mean, variance = map(float, moments)
    upper = laws.chi2_sf(chi2 * 2 * mean / variance, 2 * mean**2 / variance)
    return 2 * min(upper, 1 - upper)


def mean_p_value(counts: Counts, law: Law) -> float:
    """Return the p-value of the mean of a statistic."""
    return laws.total_p_value(law, int(counts.sum()), int(counts @ np.arange(counts.size)))


def distribution_p_value(counts: Counts, law: Law) -> float:
    """Return the p-value of a whole distribution."""
    expected = law * counts.sum()
    first, held = [0], 0.0
    for at, cell in enumerate(expected):
        if held >= ENOUGH and expected[at:].sum() >= ENOUGH:
            first.append(at)
            held = 0.0
        held += cell
    found, wanted = np.add.reduceat(counts, first), np.add.reduceat(expected, first)
    return laws.chi2_sf(float(((found - wanted) ** 2 / wanted).sum()), len(first) - 1)


def normal_p_value(total: int, n: int, moments: Moments) -> float:
    """Return the p-value of a sum of n roughly normal values."""
    if not n:
        return 1.0
    away = abs(float(total - n * moments.mean))
    return 2 * laws.normal_sf(away / sqrt(n * moments.variance))


def seat_balance_p_value(ahead: Counts) -> float:
    """Return the p-value that neither seat is ahead. Swapping the seats of fair cards is a fair coin."""
    by = np.arange(ahead.size) - ahead.size // 2
    square = int(ahead @ by**2)
    return 2 * laws.normal_sf(abs(int(ahead @ by)) / sqrt(square)) if square else 1.0


def repeats_p_value(tally: Tally) -> float:
    """Return the chance that any two of so many decks begin alike, if any do."""
    beginnings = np.sort(np.concatenate(tally.beginnings))
    if (beginnings[1:] != beginnings[:-1]).all():
        return 1.0
    ways = 1
    for place in range(BEGINNING_LENGTH):
        ways *= 52 - place
    return min(1.0, tally.decks * (tally.decks - 1) / 2 / ways)
