"""Draws an equity map as SVG: unordered below the diagonal, ordered above it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape

from rng.razz.equity.map import MapCell
from rng.razz.hands.cards import RANKS

SIDE, LEFT, TOP = 38, 50, 80
WIDE, HIGH = LEFT + SIDE * len(RANKS) + 20, TOP + SIDE * len(RANKS) + 50
PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"
 aria-labelledby="title says">
<title id="title">{title}</title>
<desc id="says">{says}</desc>
<style>
  svg {{ background: #fff; color: #222; font: 12px sans-serif; }}
  text {{ fill: #222; text-anchor: middle; }}
</style>
<text x="{middle}" y="26" font-size="15">{title}</text>
<text x="{middle}" y="46">{says}</text>
{parts}
</svg>
"""


def draw_map(cells: Sequence[MapCell], title: str) -> str:
    """Return the picture, with the percentage of all pots in each square."""
    return PAGE.format(
        wide=WIDE,
        high=HIGH,
        middle=WIDE // 2,
        title=escape(title),
        says="percent of all pots: below the diagonal without order, above it in order",
        parts="\n".join((*_ranks(), *(square for cell in cells for square in _squares(cell)))),
    )


def _ranks() -> Iterator[str]:
    for at, rank in enumerate(RANKS):
        middle = SIDE * at + SIDE // 2
        yield f'<text x="{LEFT + middle}" y="{TOP - 10}">{rank}-</text>'
        yield f'<text x="{LEFT - 18}" y="{TOP + middle + 4}">{rank}-</text>'


def _squares(cell: MapCell) -> Iterator[str]:
    low, high = RANKS.index(cell.low), RANKS.index(cell.high)
    yield from _square(low, high, cell.unordered, f"{cell.high}- {cell.low}- without order")
    if low != high:
        yield from _square(high, low, cell.ordered, f"{cell.high}- {cell.low}- in order")


def _square(across: int, down: int, share: Fraction | None, says: str) -> Iterator[str]:
    if share is None:
        return
    x, y, percent = LEFT + SIDE * across, TOP + SIDE * down, 100 * float(share)
    colour = f"hsl(210 60% {95 - 0.45 * percent:.0f}%)"
    yield (
        f'<rect x="{x}" y="{y}" width="{SIDE - 1}" height="{SIDE - 1}" fill="{colour}">'
        f"<title>{says}: {percent:.2f}%</title></rect>"
        f'<text x="{x + SIDE // 2}" y="{y + SIDE // 2 + 4}" pointer-events="none">{percent:.1f}</text>'
    )
