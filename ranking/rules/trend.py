"""The last changes of a player's points as small marks, and their sum. Pure functions."""

from dataclasses import dataclass

from ranking.rules.points import MAX_STAKE

STRIDE = 6
REACH = 12  # the highest mark
LOWEST = 1.5
MIDDLE = 13


@dataclass(frozen=True, slots=True)
class Trend:
    """The last changes, the newest last."""

    changes: tuple[int, ...]

    @property
    def sum(self) -> int:
        return sum(self.changes)

    @property
    def as_text(self) -> str:
        return ", ".join(map(signed_text, self.changes))

    @property
    def sum_as_text(self) -> str:
        return signed_text(self.sum)

    @property
    def direction(self) -> str:
        return "up" if self.sum > 0 else "down" if self.sum < 0 else "even"

    @property
    def ups(self) -> str:
        """The marks above the line, as an SVG path."""
        return self._marks(-1)

    @property
    def downs(self) -> str:
        return self._marks(1)

    def _marks(self, way: int) -> str:
        """Return the changes in one direction; -1 is up, as in SVG coordinates."""
        marked = [(n, abs(change)) for n, change in enumerate(self.changes) if change * way < 0]
        return "".join(f"M{STRIDE * n + 2} {MIDDLE}v{way * _height(change)}" for n, change in marked)


def parse_trend(recent: str) -> Trend:
    """Return the trend of a standing's `recent`, such as "13 -29 0 21"."""
    return Trend(tuple(map(int, recent.split())))


def signed_text(points: int) -> str:
    """Format points with their sign: +13, −29, ±0."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "±0"


def _height(change: int) -> float:
    return round(max(LOWEST, min(change, MAX_STAKE) * REACH / MAX_STAKE), 1)
