"""Draws the error of a sample against its number of games, as SVG on log scales."""

from collections.abc import Sequence
from math import ceil, floor, log10

from rng.razz.sampling.precision import Precision

WIDE, HIGH = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 80, 45, 50, 60
STYLE = """
  svg { background: #fff; color: #222; font: 13px sans-serif; }
  text { fill: currentColor; }
  .grid { stroke: #ddd; }
  .expected { stroke: #777; stroke-dasharray: 6 4; fill: none; }
  .measured { fill: #1f5fa8; }
  @media (prefers-color-scheme: dark) {
    svg { background: #1b1b1b; color: #eee; }
    .grid { stroke: #444; }
    .expected { stroke: #aaa; }
    .measured { fill: #7db3f0; }
  }
"""
PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"
 aria-labelledby="title says">
<title id="title">{title}</title>
<desc id="says">{says}</desc>
<style>{style}</style>
<text x="{left}" y="28" font-size="15">{title}</text>
{parts}
</svg>
"""


class LogScale:
    """A log scale that maps values to positions."""

    def __init__(self, figures: Sequence[float], begins: float, ends: float) -> None:
        self.powers = range(floor(log10(min(figures))), ceil(log10(max(figures))) + 1)
        self._begins = begins
        self._step = (ends - begins) / max(1, len(self.powers) - 1)

    def __call__(self, figure: float) -> str:
        return f"{self._begins + self._step * (log10(figure) - self.powers[0]):.1f}"


def draw_precision(measured: Sequence[Precision], title: str) -> str:
    """Return the picture: a dot for each sample, and the line expected from chance alone."""
    drawn = [one for one in measured if one.error]
    errors = [100 * error for one in measured for error in (one.error, one.expected) if error]
    across = LogScale([one.games for one in measured], LEFT, WIDE - RIGHT)
    up = LogScale(errors, HIGH - BOTTOM, TOP)
    line = " ".join(f"{across(one.games)},{up(100 * one.expected)}" for one in measured)
    parts = [
        *(_across_mark(across(10**power), f"{10**power:,}") for power in across.powers),
        *(_up_mark(up(10.0**power), f"{10.0**power:g}%") for power in up.powers),
        f'<polyline class="expected" points="{line}"/>',
        *(
            f'<circle class="measured" cx="{across(one.games)}" cy="{up(100 * one.error)}" r="4">'
            f"<title>{one.games:,} games: {100 * one.error:.2g}%</title></circle>"
            for one in drawn
        ),
        f'<text x="{(LEFT + WIDE - RIGHT) / 2}" y="{HIGH - 14}" text-anchor="middle">games</text>',
        f'<text transform="translate(18 {HIGH / 2}) rotate(-90)" text-anchor="middle">error of shares</text>',
    ]
    first, last = measured[0], measured[-1]
    says = (
        f"Dots: the error of a sample, from {100 * first.error:.2g}% of {first.games:,} games to "
        f"{100 * last.error:.2g}% of {last.games:,}. Dashed: what chance makes on average, one over the root."
    )
    return PAGE.format(
        wide=WIDE, high=HIGH, left=LEFT, title=title, says=says, style=STYLE, parts="\n".join(parts)
    )


def _across_mark(x: str, label: str) -> str:
    return (
        f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{HIGH - BOTTOM}"/>'
        f'<text x="{x}" y="{HIGH - BOTTOM + 20}" text-anchor="middle" font-size="11">{label}</text>'
    )


def _up_mark(y: str, label: str) -> str:
    return (
        f'<line class="grid" x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y}" y2="{y}"/>'
        f'<text x="{LEFT - 8}" y="{y}" dy="4" text-anchor="end" font-size="11">{label}</text>'
    )
