"""The gains of a strategy, per hour."""

from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

GOAL = 50  # points per hour above honest play
MIN_HOURS = 10  # fewest hours for a result about a strategy with an element of chance


@dataclass(frozen=True, slots=True)
class Gains:
    """The points that a strategy gained in each hour, and the effort."""

    name: str
    description: str
    beside: str
    points: tuple[int, ...]
    games: int
    unfinished: int
    lists: tuple[str, ...] = ()  # of the host's page that named the account

    @property
    def mean(self) -> float:
        return fmean(self.points)

    @property
    def error(self) -> float:
        """The standard error of the mean, or 0 with only one hour or without chance."""
        return stdev(self.points) / sqrt(len(self.points)) if len(self.points) > 1 else 0.0

    def beyond(self, honest: "Gains | None") -> tuple[float, float]:
        """Return the gain above honest play, and its standard error."""
        if honest is None:
            return self.mean, self.error
        return self.mean - honest.mean, sqrt(self.error**2 + honest.error**2)

    def is_beyond_goal(self, honest: "Gains | None") -> bool:
        """Return whether it gained significantly more than the goal. A few hours are not enough to tell."""
        if self.beside and len(self.points) < MIN_HOURS:
            return False
        gained, error = self.beyond(honest)
        return gained - 3 * error > GOAL

    def to_json(self, honest: "Gains | None") -> dict[str, object]:
        beyond, error = self.beyond(honest)
        return {
            "strategy": self.name,
            "description": self.description,
            "hours": len(self.points),
            "games": self.games,
            "unfinished": self.unfinished,
            "listed_as": list(self.lists),
            "points_an_hour": round(self.mean, 1),
            "beside": self.beside or None,
            "beyond_honest": round(beyond, 1),
            "standard_error": round(error, 1),
        }


def describe(gains: dict[str, Gains]) -> list[str]:
    """Return a line for each strategy."""
    lines = [f"{'strategy':17} {'hours':>5} {'games':>6} {'left':>5} {'an hour':>9}   beyond honest play"]
    for one in gains.values():
        beyond, error = one.beyond(gains.get(one.beside))
        lines.append(
            f"{one.name:17} {len(one.points):5} {one.games:6} {one.unfinished:5} {one.mean:+9.1f}"
            f"   {beyond:+.1f} ± {error:.1f}   {one.description}"
            + (f" (the host sees: {', '.join(one.lists)})" if one.lists else "")
        )
    return lines
