"""What a share of wins means: how sure it is, and how many points apart it puts two players."""

from math import log10, sqrt
from typing import NamedTuple

LOGISTIC = 400  # points apart that make ten wins to one
LINEAR = 1050  # points apart at which the ladder, a straight line of 25 x 42, would be certain
SURE = 1.96  # standard errors to either side that hold the truth 19 times in 20


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
        """Half the 95% interval, in percent, from how the samples stray."""
        strays = (self.squares - self.won**2 / self.samples) / (self.samples - 1)
        return 100 * SURE * sqrt(max(strays, 0) / self.samples) / self.stake

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return max(self.percent - self.margin, 0.0)

    @property
    def high(self) -> float:
        """Its upper end."""
        return min(self.percent + self.margin, 100.0)


def elo(percent: float) -> float | None:
    """How many points above the opponent this share is on the usual Elo curve; None for all or nothing."""
    return LOGISTIC * log10(percent / (100 - percent)) if 0 < percent < 100 else None


def ladder_points(percent: float) -> float:
    """The same on the ladder's straight line."""
    return LINEAR * (percent - 50) / 100
