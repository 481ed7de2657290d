"""Statistics of a share of wins: its interval, and the rating difference it implies."""

from math import exp, inf, log, log10, sqrt
from typing import NamedTuple

from common.student_t import student

LOGISTIC = 400  # points of difference that give ten wins to one
LINEAR = 1050  # points of difference at which the ladder's straight line of 25 x 42 reaches certainty
DOUBT = 0.05  # an interval misses the truth once in 20 times, on one side or the other


class Average(NamedTuple):
    """The mean of whole numbers. The two games of a pair are one sample."""

    samples: int = 0
    total: int = 0
    squares: int = 0

    def with_sample(self, number: int) -> "Average":
        """Return the average with one more sample."""
        return Average(self.samples + 1, self.total + number, self.squares + number * number)

    def merged_with(self, other: "Average") -> "Average":
        """Add the samples of two averages up."""
        return Average(self.samples + other.samples, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean of the samples."""
        return self.total / self.samples

    @property
    def margin(self) -> float:
        """Half the 95% interval by Student's t, from the spread of the samples, if any."""
        if self.samples < 2:
            return inf
        strays = (self.squares - self.total**2 / self.samples) / (self.samples - 1)
        return student(self.samples - 1) * sqrt(max(strays, 0) / self.samples)


class Share(NamedTuple):
    """The winnings in so many samples with equal stakes. The two games of a pair are one sample."""

    stake: int
    samples: int = 0
    won: int = 0
    squares: int = 0

    def with_sample(self, won: int) -> "Share":
        """Return the share with one more sample."""
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
        """Half the 95% interval by Student's t, in percent."""
        return 100 * Average(self.samples, self.won, self.squares).margin / self.stake

    @property
    def unseen(self) -> float:
        """The Clopper-Pearson bound for an event that no sample has shown."""
        return 1 - exp(log(DOUBT / 2) / self.samples)

    @property
    def low(self) -> float:
        """The lower end of the 95% interval. Includes the case that all unseen outcomes are losses."""
        return max(min(self.percent - self.margin, self.percent * (1 - self.unseen)), 0.0)

    @property
    def high(self) -> float:
        """The upper end, with wins for the unseen outcomes."""
        return min(max(self.percent + self.margin, 100 - (100 - self.percent) * (1 - self.unseen)), 100.0)


def elo(percent: float) -> float | None:
    """Return the Elo difference of this share; None for 0 or 100 percent."""
    return LOGISTIC * log10(percent / (100 - percent)) if 0 < percent < 100 else None


def ladder_points(percent: float) -> float:
    """Return the difference on the ladder's linear scale."""
    return LINEAR * (percent - 50) / 100
