"""The result of a trial: the mean difference of its pairs, and its confidence interval. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from common.student_t import student

FEWEST = 10  # pairs; with fewer there is no result


@dataclass(frozen=True, slots=True)
class Pair:
    """The margin of a bot, and the house bot's margin in the same seat with the same cards."""

    margin: float
    house_margin: float

    @property
    def difference(self) -> float:
        return self.margin - self.house_margin


@dataclass(frozen=True, slots=True)
class Outcome:
    """The mean margins per game, the bot's lead over the house bot, and the 95% interval of that lead."""

    margin: float
    house_margin: float
    difference: float
    low: float
    high: float


def outcome_of(pairs: Sequence[Pair]) -> Outcome | None:
    """Return the result of these pairs, or None if there are too few."""
    if len(pairs) < FEWEST:
        return None
    differences = [pair.difference for pair in pairs]
    mean = fmean(differences)
    reach = student(len(pairs) - 1) * stdev(differences) / sqrt(len(pairs))
    return Outcome(
        fmean(pair.margin for pair in pairs),
        fmean(pair.house_margin for pair in pairs),
        mean,
        mean - reach,
        mean + reach,
    )
