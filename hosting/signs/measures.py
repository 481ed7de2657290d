"""How far decisions in an event are from a player's usual ones, and whether hard ones took longer. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from typing import Literal, NamedTuple

OWN_GAMES = 100  # earlier games of the player to compare with
LEAST_GAMES = 5  # reviewed games in an event; fewer are not significant
LEAST_DECISIONS = 10  # decisions in a game; with fewer its mean is not significant
DEVIATIONS = 3.0
LEAST_TIMED = 30  # decisions with a think time
GROWS = 1.645  # standard deviations from no correlation: chance alone gets here once in twenty

Kind = Literal["engine", "gift"]


class GameAccuracy(NamedTuple):
    """A player's decisions in one game, and the winning chance that they cost in total."""

    decisions: int
    lost: float

    @property
    def cost(self) -> float:
        """Return the cost per decision as a square root, so that a few bad games do not dominate."""
        return sqrt(self.lost / self.decisions)


class Timed(NamedTuple):
    """A discard or a card, the gap between its two best lines, and its think time."""

    sort: str
    gap: int  # between the best line and the second, in millionths of winning chance
    think_ms: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A player's event compared with their own games. Above 0 they decided better than usual."""

    deviation: float
    correlation: float | None  # of think time with difficulty; None with too few times
    timed: int

    @property
    def grows(self) -> bool | None:
        """Return whether think times grow with difficulty, as people's do."""
        if self.correlation is None:
            return None
        return self.correlation * sqrt(self.timed - 1) >= GROWS

    @property
    def kind(self) -> Kind | None:
        """Return the kind of sign, or None.

        A sign needs a large deviation and times that do not follow difficulty.
        """
        if abs(self.deviation) < DEVIATIONS or self.grows is not False:
            return None
        return "engine" if self.deviation > 0 else "gift"


def deviation(own: Sequence[GameAccuracy], event: Sequence[GameAccuracy]) -> float | None:
    """Return how many standard errors the mean cost in an event lies below the player's own, or None."""
    if len(own) < OWN_GAMES or len(event) < LEAST_GAMES:
        return None
    usual = [game.cost for game in own]
    spread = stdev(usual) * sqrt(1 / len(event) + 1 / len(own))
    return (fmean(usual) - fmean(game.cost for game in event)) / spread if spread else None


def correlation(decisions: Iterable[Timed]) -> tuple[float | None, int]:
    """Return the rank correlation of think time with difficulty, and the number of decisions.

    The closer its two best lines are, the harder a decision is. Discards and cards are ranked separately,
    because a discard takes longer than a card however easy it is.
    """
    by_sort = groupby(sorted(decisions), key=lambda one: one.sort)
    hard: list[float] = []
    long: list[float] = []
    for _, group in by_sort:
        of_sort = list(group)
        hard += _centred_ranks([-one.gap for one in of_sort])
        long += _centred_ranks([one.think_ms for one in of_sort])
    product = sum(x * y for x, y in zip(hard, long, strict=True))
    norm = sqrt(sum(x * x for x in hard) * sum(y * y for y in long))
    return (product / norm if len(hard) >= LEAST_TIMED and norm else None), len(hard)


def _centred_ranks(values: Sequence[int]) -> list[float]:
    """Return the ranks of values from -1/2 to 1/2. Equal values share a rank."""
    places: dict[int, float] = {}
    before = 0
    for value, alike in groupby(sorted(values)):
        count = sum(1 for _ in alike)
        places[value] = (before + count / 2) / len(values) - 0.5
        before += count
    return [places[value] for value in values]
