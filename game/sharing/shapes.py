"""The outlines of the suits as a browser draws them, and the holes of a board, for pictures.

Pure functions.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

Point = tuple[float, float]

# As in static/js/ui/cards/card-shapes.js: around the origin, about 20 high, with absolute M, L and C only.
SUIT_PATHS = {
    "S": "M0 -10C1.8 -6.4 9 -2.6 9 3C9 6 6.8 7.8 4.4 7.8C3 7.8 1.8 7.2 1 6.2C1.2 8 2 9.4 3.4 10L-3.4 10C-2 9.4 -1.2 8 -1 6.2C-1.8 7.2 -3 7.8 -4.4 7.8C-6.8 7.8 -9 6 -9 3C-9 -2.6 -1.8 -6.4 0 -10Z",  # noqa: E501
    "H": "M0 10C-2.4 5.6 -9.6 1.4 -9.6 -4.2C-9.6 -7.4 -7.2 -9.4 -4.6 -9.4C-2.4 -9.4 -0.8 -8.2 0 -6C0.8 -8.2 2.4 -9.4 4.6 -9.4C7.2 -9.4 9.6 -7.4 9.6 -4.2C9.6 1.4 2.4 5.6 0 10Z",  # noqa: E501
    "D": "M0 -10.6C2.2 -6.4 4.8 -3 7.8 0C4.8 3 2.2 6.4 0 10.6C-2.2 6.4 -4.8 3 -7.8 0C-4.8 -3 -2.2 -6.4 0 -10.6Z",  # noqa: E501
    "C": "M0 -10C2.6 -10 4.6 -8 4.6 -5.4C4.6 -4 4 -2.8 3 -2C3.6 -2.3 4.4 -2.6 5.2 -2.6C7.8 -2.6 9.8 -0.6 9.8 2C9.8 4.6 7.8 6.6 5.2 6.6C3.4 6.6 1.8 5.6 1 4.2C1 6.8 1.8 9 3.6 10L-3.6 10C-1.8 9 -1 6.8 -1 4.2C-1.8 5.6 -3.4 6.6 -5.2 6.6C-7.8 6.6 -9.8 4.6 -9.8 2C-9.8 -0.6 -7.8 -2.6 -5.2 -2.6C-4.4 -2.6 -3.6 -2.3 -3 -2C-4 -2.8 -4.6 -4 -4.6 -5.4C-4.6 -8 -2.6 -10 0 -10Z",  # noqa: E501
}

STREET = 30
CURVE_STEPS = 12


@cache
def suit_outline(suit: str) -> tuple[Point, ...]:
    """Return a suit's outline as a polygon."""
    return tuple(_flatten(SUIT_PATHS[suit]))


def _flatten(path: str) -> Iterator[Point]:
    at: Point = (0, 0)
    for command, numbers in re.findall(r"([MLC])([^MLCZ]*)", path):
        points = _pairs([float(number) for number in re.findall(r"-?[\d.]+", numbers)])
        if command == "C":
            yield from (_bezier((at, *points), n / CURVE_STEPS) for n in range(1, CURVE_STEPS + 1))
        else:
            yield from points
        at = points[-1]


def _pairs(numbers: Sequence[float]) -> list[Point]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _bezier(points: Sequence[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    x, y = (sum(w * point[axis] for w, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def hole_place(hole: int, target: int) -> Point:
    """Return a hole's place on a board that snakes in streets of thirty: x and y in streets."""
    street, n = divmod(min(max(hole, 1), target - 1) - 1, STREET)
    along = (n + n // 5 * 0.5) / (STREET - 1 + 2.5)
    if hole <= 0:
        along -= 0.06
    elif hole >= target:
        along += 0.06
    return (1 - along if street % 2 else along), street
