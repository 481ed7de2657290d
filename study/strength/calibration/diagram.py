"""Draw a chart as SVG: for each pair of brains the variance of R and of L."""

from collections.abc import Iterator, Sequence

from study.strength.calibration.measure import Figures

LEFT, WIDTH, TOP, ROW = 190, 420, 46, 34
MOST = 0.25  # the variance of a game between equals
OF_RESULT, OF_ADJUSTED = "#b9c4bc", "#2f6f4f"


def draw(pairs: Sequence[Figures]) -> str:
    """Return two bars for each pair, one below the other."""
    width, height = LEFT + WIDTH + 90, TOP + len(pairs) * ROW + 40
    drawn = "\n".join([*_axis(len(pairs)), *(line for n, pair in enumerate(pairs) for line in _row(n, pair))])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="11" role="img" '
        f'aria-label="Variance of a result, and of the luck-adjusted result">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n{drawn}\n</svg>\n'
    )


def _x(variance: float) -> float:
    return round(LEFT + WIDTH * variance / MOST, 1)


def _axis(rows: int) -> Iterator[str]:
    bottom = TOP + rows * ROW
    yield f'<rect x="{LEFT}" y="12" width="12" height="10" fill="{OF_RESULT}"/>'
    yield f'<text x="{LEFT + 18}" y="21">variance of the result R</text>'
    yield f'<rect x="{LEFT + 190}" y="12" width="12" height="10" fill="{OF_ADJUSTED}"/>'
    yield f'<text x="{LEFT + 208}" y="21">of the luck-adjusted result L</text>'
    for part in range(6):
        variance = part * MOST / 5
        yield f'<path d="M{_x(variance)} {TOP - 8}V{bottom}" stroke="#ddd"/>'
        yield f'<text x="{_x(variance)}" y="{bottom + 16}" text-anchor="middle">{variance:.2f}</text>'


def _row(number: int, pair: Figures) -> Iterator[str]:
    y = TOP + number * ROW
    yield f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{pair["one"]} v {pair["other"]}</text>'
    for below, variance, colour in (
        (0, pair["var_result"], OF_RESULT),
        (11, pair["var_adjusted"], OF_ADJUSTED),
    ):
        wide = round(_x(variance) - LEFT, 1)
        yield f'<rect x="{LEFT}" y="{y + below}" width="{wide}" height="10" fill="{colour}"/>'
    yield f'<text x="{LEFT + WIDTH + 10}" y="{y + 15}">L/R {pair["ratio"]:.2f}</text>'
