"""The chart of a player's Strength: a line with its 95% band."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from common.chart_frame import BOTTOM, MAX_GRID_LINES, TOP, ChartFrame, GridLine
from study.strength.listing import Moment, load_moments, load_strength
from study.strength.rating import SHOWN_FROM, Strength

STEPS = (2, 5, 10, 20, 50)  # per cent
MAX_POINTS = 120


@dataclass(frozen=True, slots=True)
class StrengthChart:
    """A player's current Strength and its history. There is no line while there are too few games."""

    now: Strength
    shown_from: int
    grid_lines: tuple[GridLine, ...] = ()
    line: str = ""
    band: str = ""
    label_y: float = 0
    frame: ChartFrame | None = None

    @property
    def games_to_go(self) -> int:
        """Return how many more games are needed. At 0, only the width of the interval may be too large."""
        return max(0, self.shown_from - self.now.games)


def build_strength_chart(player_id: int, now: datetime) -> StrengthChart | None:
    """Return the chart of a player's Strength until now, or None if none of their games was weighed."""
    strength = load_strength(player_id)
    if strength is None:
        return None
    if not strength.is_shown:
        return StrengthChart(strength, SHOWN_FROM)
    return _chart(strength, thinned(load_moments(player_id)), now)


def thinned(moments: Sequence[Moment]) -> Sequence[Moment]:
    """Return every n-th moment, including the last."""
    step = len(moments) // MAX_POINTS + 1
    return moments[::-1][::step][::-1]


def _chart(strength: Strength, moments: Sequence[Moment], now: datetime) -> StrengthChart:
    lowest, highest = min(one.low for one in moments), max(one.high for one in moments)
    step = next((step for step in STEPS if (highest - lowest) / step < MAX_GRID_LINES - 1), STEPS[-1])
    low, high = int(lowest // step * step), int(highest // step * step) + step
    frame = ChartFrame(moments[0].at, now, low, high)
    upper = [(frame.x(one.at), frame.y(one.high)) for one in moments]
    lower = [(frame.x(one.at), frame.y(one.low)) for one in moments]
    end = frame.x(now)
    outline = [*upper, (end, upper[-1][1]), (end, lower[-1][1]), *reversed(lower)]
    return StrengthChart(
        now=strength,
        shown_from=SHOWN_FROM,
        grid_lines=tuple(GridLine(frame.y(value), value) for value in range(low, high + 1, step)),
        line=frame.path([(one.at, one.percent) for one in moments]),
        band=" ".join(f"{x},{y}" for x, y in outline),
        label_y=min(max(frame.y(moments[-1].percent), TOP), BOTTOM),
        frame=frame,
    )
