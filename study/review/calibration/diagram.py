"""Draw reliability diagrams as SVG: the prediction on the x axis, the observed frequency on the y axis."""

from collections.abc import Iterator, Mapping, Sequence

from study.review.calibration.reliability import Bin

SIDE, LEFT, TOP, GAP = 260, 48, 34, 40
STEP = 0.25


def draw(panels: Mapping[str, Sequence[Bin]]) -> str:
    """Return a square for each kind of prediction, side by side."""
    width, height = LEFT + len(panels) * (SIDE + GAP), TOP + SIDE + 44
    drawn = "\n".join(
        line
        for n, (title, bins) in enumerate(panels.items())
        for line in _panel(LEFT + n * (SIDE + GAP), title, bins)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="11" role="img" '
        f'aria-label="Reliability of predictions">\n<rect width="{width}" height="{height}" fill="#fff"/>\n'
        f"{drawn}\n</svg>\n"
    )


def _panel(left: int, title: str, bins: Sequence[Bin]) -> Iterator[str]:
    def x(chance: float) -> str:
        return f"{left + SIDE * chance:.1f}"

    def y(chance: float) -> str:
        return f"{TOP + SIDE * (1 - min(max(chance, 0), 1)):.1f}"

    yield f'<text x="{left}" y="{TOP - 14}" font-size="13">{title}</text>'
    yield f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
    yield f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#999" stroke-dasharray="4 4"/>'
    for part in range(5):
        share = part * STEP
        yield f'<text x="{x(share)}" y="{TOP + SIDE + 16}" text-anchor="middle">{share:.0%}</text>'
        yield f'<text x="{left - 6}" y="{y(share)}" text-anchor="end" dy="4">{share:.0%}</text>'
    for one in bins:
        at, low, high = x(one["predicted"]), one["won"] - one["margin"], one["won"] + one["margin"]
        yield f'<path d="M{at} {y(low)}V{y(high)}" stroke="#2f6f4f" stroke-width="2"/>'
        yield f'<circle cx="{at}" cy="{y(one["won"])}" r="4" fill="#2f6f4f"/>'
    middle, bottom = left + SIDE / 2, TOP + SIDE + 34
    yield f'<text x="{middle:.0f}" y="{bottom}" text-anchor="middle">predicted (across), won (up)</text>'
