"""What a share of wins means: how sure it is, and how many points apart it puts two players."""

from math import exp, inf, log, log10, sqrt
from typing import NamedTuple

LOGISTIC = 400  # points apart that make ten wins to one
LINEAR = 1050  # points apart at which the ladder, a straight line of 25 x 42, would be certain
DOUBT = 0.05  # an interval misses the truth once in 20 times, at one end or the other
NORMAL = 1.959964  # standard errors to either side that hold the truth so surely, of very many samples
FEW = (inf, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
"""The same after Student, by the degrees of freedom, where samples are few."""


class Average(NamedTuple):
    """The mean of whole numbers; the two games of a pair are one sample."""

    samples: int = 0
    total: int = 0
    squares: int = 0

    def with_sample(self, number: int) -> "Average":
        """The average with one more sample."""
        return Average(self.samples + 1, self.total + number, self.squares + number * number)

    def merged_with(self, other: "Average") -> "Average":
        """Add the samples of two averages up."""
        return Average(self.samples + other.samples, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean of a sample."""
        return self.total / self.samples

    @property
    def margin(self) -> float:
        """Half the 95% interval after Student: from how the samples stray, if they do."""
        if self.samples < 2:
            return inf
        strays = (self.squares - self.total**2 / self.samples) / (self.samples - 1)
        return student(self.samples - 1) * sqrt(max(strays, 0) / self.samples)


class Share(NamedTuple):
    """What was won in so many samples with equal stakes; the two games of a pair are one sample."""

    stake: int
    samples: int = 0
    won: int = 0
    squares: int = 0

    def with_sample(self, won: int) -> "Share":
        """The share with one more sample."""
        return self._replace(samples=self.samples + 1, won=self.won + won, squares=self.squares + won * won)

    def merged_with(self, other: "Share") -> "Share":
        """Add two shares of the same stake up."""
        return Share(
            self.stake, self.samples + other.samples, self.won + other.won, self.squares + other.squares
        )

    @property
    def percent(self) -> float:
        """The percentage won."""
        return 100 * self.won / (self.stake * self.samples)

    @property
    def margin(self) -> float:
        """Half the 95% interval after Student, in percent."""
        return 100 * Average(self.samples, self.won, self.squares).margin / self.stake

    @property
    def unseen(self) -> float:
        """How often something may happen that no sample has shown: Clopper and Pearson's bound."""
        return 1 - exp(log(DOUBT / 2) / self.samples)

    @property
    def low(self) -> float:
        """The lower end of the 95% interval: were the unseen all lost, it could be as low as this."""
        return max(min(self.percent - self.margin, self.percent * (1 - self.unseen)), 0.0)

    @property
    def high(self) -> float:
        """Its upper end: were the unseen all won."""
        return min(max(self.percent + self.margin, 100 - (100 - self.percent) * (1 - self.unseen)), 100.0)


def student(freedom: int) -> float:
    """How many standard errors hold the truth 19 times in 20; of many samples after Fisher and Cornish."""
    if freedom < len(FEW):
        return FEW[freedom]
    z = NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def elo(percent: float) -> float | None:
    """How many points above the opponent this share is on the usual Elo curve; None for all or nothing."""
    return LOGISTIC * log10(percent / (100 - percent)) if 0 < percent < 100 else None


def ladder_points(percent: float) -> float:
    """The same on the ladder's straight line."""
    return LINEAR * (percent - 50) / 100
