"""Every test that a shuffle is put to, and how surprising what it sees is under the exact law."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from rng.fairness import laws
from rng.fairness.laws import Law, Moments
from rng.fairness.statistics import FIVE, PATTERNS, REPEATED, STARTER, Counts
from rng.fairness.tally import Tally

ALPHA = 0.01
ENOUGH = 10  # a cell in which fewer are expected is put together with the next


@dataclass(frozen=True, slots=True)
class Test:
    """A test, in a word and in a sentence, and its p-value."""

    __test__ = False  # pytest, it is none of yours

    name: str
    says: str
    p: Callable[[Tally], float]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a test makes of the decks; p is adjusted for how many tests there are."""

    name: str
    says: str
    p: float
    p_adjusted: float

    @property
    def found(self) -> bool:
        return self.p_adjusted < ALPHA


def tests(scores: Sequence[int]) -> tuple[Test, ...]:
    """The battery; told how many of all hands score 0, 1, 2, ..."""
    hands = np.array(scores) / sum(scores)
    return (
        Test(
            "card-by-place",
            "Does every card lie in every place equally often?",
            lambda t: even(t.card_by_place, t.decks / 52, 51 * 51, 51 / 52),
        ),
        Test(
            "inversions",
            "How many of the 1,326 pairs of cards lie the wrong way round: half of them, on average?",
            lambda t: average(t.inversions, laws.inversions()),
        ),
        Test(
            "inversions-spread",
            "Do those numbers of pairs spread as widely as they should?",
            lambda t: fit(t.inversions, laws.inversions()),
        ),
        Test(
            "cycles",
            "In how many rings have cards changed places: 4.538, on average?",
            lambda t: average(t.cycles, laws.cycles()),
        ),
        Test(
            "cycles-spread",
            "Does each number of rings come as often as it should?",
            lambda t: fit(t.cycles, laws.cycles()),
        ),
        Test(
            "fixed-points",
            "How many cards lie where they lay in the new deck: none, one, two as often as they should?",
            lambda t: fit(t.fixed_points, laws.fixed_points()),
        ),
        Test(
            "parity",
            "Can half of the decks be had from the new one by an even number of swaps?",
            lambda t: laws.of_total(COIN, t.decks, int(t.cycles[::2].sum())),
        ),
        Test(
            "rising-sequences",
            "Into how many sequences of cards still in order does the deck fall: 26.5, on average?",
            lambda t: average(t.descents_of_inverse, laws.descents()),
        ),
        Test(
            "ascending-runs",
            "How many runs of ever higher cards follow each other: 26.5, on average?",
            lambda t: average(t.descents, laws.descents()),
        ),
        Test(
            "neighbour-distance",
            "How far apart do cards lie that were neighbours in the new deck: 53/3 places, on average?",
            lambda t: bell(int(t.neighbours.sum()), t.decks, laws.neighbour_distance()),
        ),
        Test(
            "adjacent-pairs",
            "Does every card follow every other one equally often?",
            lambda t: neighbours_even(t.adjacent_pairs, t.decks),
        ),
        Test(
            "order-patterns",
            "Are five cards in a row in each of their 120 orders equally often?",
            lambda t: even(t.order_patterns, t.decks * (52 // FIVE) / PATTERNS, PATTERNS - 1),
        ),
        Test(
            "starter",
            "Is every card the starter equally often?",
            lambda t: even(t.card_by_place[:, STARTER], t.decks / 52, 51),
        ),
        Test(
            "successive-decks",
            "Does a deck resemble the one before it?",
            lambda t: bell(t.likeness, t.successions, laws.likeness()),
        ),
        Test(
            "repeated-deals",
            "Have the same eleven cards, in the same order, been on top before?",
            lambda t: repeated(t),
        ),
        Test(
            "pone-scores",
            "Do pone's first four cards and the starter score each number of points as often as they should?",
            lambda t: fit(t.pone, hands),
        ),
        Test(
            "dealer-scores",
            "Do the dealer's first four cards and the starter, too?",
            lambda t: fit(t.dealer, hands),
        ),
        Test(
            "dealer-against-pone",
            "Does one seat get better cards than the other?",
            lambda t: level(t.pone_ahead),
        ),
    )


def conclude(tally: Tally, battery: Sequence[Test]) -> tuple[Finding, ...]:
    """What each test makes of the decks."""
    ps = [test.p(tally) for test in battery]
    return tuple(
        Finding(test.name, test.says, p, adjusted)
        for test, p, adjusted in zip(battery, ps, laws.holm(ps), strict=True)
    )


def passes(findings: Sequence[Finding]) -> bool:
    """Whether no test has found anything."""
    return not any(finding.found for finding in findings)


COIN = np.array([0.5, 0.5])


def even(counts: Counts, expected: float, freedom: int, factor: float = 1.0) -> float:
    """Whether cells hold the same, up to chance; to be too even is no better than to be uneven."""
    chi2 = float(((counts - expected) ** 2).sum() / expected)
    return _either_side(laws.chi2_sf(factor * chi2, freedom))


def neighbours_even(pairs: Counts, decks: int) -> float:
    """The same of which card follows which, by the chi-square that has the mean and variance of the sum."""
    expected = decks / 52
    apart = ~np.eye(52, dtype=bool)
    chi2 = float(((pairs[apart] - expected) ** 2).sum() / expected)
    mean, variance = map(float, laws.adjacent_pairs())
    return _either_side(laws.chi2_sf(chi2 * 2 * mean / variance, 2 * mean**2 / variance))


def average(counts: Counts, law: Law) -> float:
    """Whether the mean of a figure is what it should be."""
    return laws.of_total(law, int(counts.sum()), int(counts @ np.arange(counts.size)))


def fit(counts: Counts, law: Law) -> float:
    """Whether a figure is 0, 1, 2, ... as often as it should be."""
    expected = law * counts.sum()
    first, held = [0], 0.0
    for at, cell in enumerate(expected):
        if held >= ENOUGH and expected[at:].sum() >= ENOUGH:
            first.append(at)
            held = 0.0
        held += cell
    found, wanted = np.add.reduceat(counts, first), np.add.reduceat(expected, first)
    return laws.chi2_sf(float(((found - wanted) ** 2 / wanted).sum()), len(first) - 1)


def bell(total: int, n: int, moments: Moments) -> float:
    """Whether a sum of n figures, each spread much like a bell, is what it should be."""
    if not n:
        return 1.0
    away = abs(float(total - n * moments.mean))
    return 2 * laws.normal_sf(away / sqrt(n * moments.variance))


def level(ahead: Counts) -> float:
    """Whether neither seat is ahead: whose cards are whose is a fair coin, whatever the cards."""
    by = np.arange(ahead.size) - ahead.size // 2
    square = int(ahead @ by**2)
    return 2 * laws.normal_sf(abs(int(ahead @ by)) / sqrt(square)) if square else 1.0


def repeated(tally: Tally) -> float:
    """How likely it was that any two of so many decks begin alike, if any do."""
    beginnings = np.sort(np.concatenate(tally.beginnings))
    if (beginnings[1:] != beginnings[:-1]).all():
        return 1.0
    ways = 1
    for place in range(REPEATED):
        ways *= 52 - place
    return min(1.0, tally.decks * (tally.decks - 1) / 2 / ways)


def _either_side(upper: float) -> float:
    return 2 * min(upper, 1 - upper)
