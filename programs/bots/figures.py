"""What a trial comes to: the mean difference of its pairs, and the interval that it lies in. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from game.arena.odds import student

FEWEST = 10  # pairs, below which nothing is said


@dataclass(frozen=True, slots=True)
class Pair:
    """The margin of a bot, and that of the house in the same seat from the same cards."""

    margin: float
    house_margin: float

    @property
    def difference(self) -> float:
        return self.margin - self.house_margin


@dataclass(frozen=True, slots=True)
class Outcome:
    """Margins a game of both, by how much the bot's is the larger, and the 95% interval of that."""

    margin: float
    house_margin: float
    difference: float
    low: float
    high: float


def outcome_of(pairs: Sequence[Pair]) -> Outcome | None:
    """What these pairs come to; None where they are too few to say."""
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
