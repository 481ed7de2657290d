"""Draws the picture of a link for messengers and networks; a worker runs this, so it needs no Django."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from game.sharing.shapes import STREET, hole_place, suit_outline

WIDTH, HEIGHT = 1200, 630
FINE = 2  # drawn larger and made smaller, so that edges are smooth
MARGIN = 64
# The letters of the first file of a font; docs/fonts.md tells how they were divided.
ENGLISH = frozenset(map(chr, range(0x20, 0x7F))) | frozenset("\u00a0·×–—‘’“”…−")
FONTS = Path(__file__).resolve().parent.parent.parent / "static" / "fonts"

FELT, FELT_LIGHT, CREAM, GOLD = "#1f4638", "#2f6a55", "#f7f2e4", "#ffd98a"
PAPER, EDGE, RED, BLACK = "#fffdf7", "#b9ad95", "#b3211a", "#23201c"
WOOD, WOOD_EDGE, HOLE = "#c99a62", "#8a5a2b", "#3c2612"
LANES, PEGS = ("#dd7b55", "#7fa0c2"), ("#c0311d", "#1d4f8c")

CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 132, 185, 84
BOARD_LEFT, BOARD_WIDTH, BOARD_TOP = 64, 590, 330
LANE_DISTANCE, STREET_DISTANCE = 11, 56


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows: words, cards written 5H, and how far both players came."""

    heading: str
    lines: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    scores: tuple[int, int] = (0, 0)
    target: int = 121


def draw(picture: Picture) -> bytes:
    """The picture as a PNG."""
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), FELT)
    pen = ImageDraw.Draw(image)
    _draw_felt(pen)
    _draw_words(pen, picture)
    _draw_board(pen, picture.scores, picture.target)
    for n, card in enumerate(picture.cards):
        _draw_card(image, card, n, len(picture.cards))
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    png = BytesIO()
    small.quantize(255, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(png, "PNG")
    return png.getvalue()


def _draw_felt(pen: ImageDraw.ImageDraw) -> None:
    edge = 20 * FINE
    box = (edge, edge, WIDTH * FINE - edge, HEIGHT * FINE - edge)
    pen.rounded_rectangle(box, radius=28 * FINE, fill=FELT_LIGHT)


def _draw_words(pen: ImageDraw.ImageDraw, picture: Picture) -> None:
    _write(pen, "Every Other · cribbage", 30, MARGIN, 56, GOLD)
    _write(pen, picture.heading, 76, MARGIN, 108, CREAM, width=WIDTH - 2 * MARGIN, family="fraunces")
    for n, line in enumerate(picture.lines):
        _write(pen, line, 36, MARGIN, 212 + 48 * n, CREAM, width=WIDTH - 2 * MARGIN)


def _write(
    pen: ImageDraw.ImageDraw,
    text: str,
    size: int,
    x: float,
    y: float,
    colour: str,
    *,
    width: float = WIDTH,
    family: str = "figtree",
) -> None:
    """Write a line, smaller where it would be too long."""
    fine = size * FINE
    if (length := _length(text, family, fine)) > width * FINE:
        fine = int(fine * width * FINE / length)
    at = x * FINE
    for run in _runs(text):
        pen.text((at, y * FINE), run, colour, _font(family, run, fine))
        at += _length(run, family, fine)


def _length(text: str, family: str, size: int) -> float:
    return sum(_font(family, run, size).getlength(run) for run in _runs(text))


def _runs(text: str) -> list[str]:
    """A line cut where another file has the letters: those with accents have one of their own."""
    return ["".join(run) for _, run in groupby(text, lambda letter: letter in ENGLISH)]


def _font(family: str, run: str, size: int) -> ImageFont.FreeTypeFont:
    return _load_font(family if run[0] in ENGLISH else f"{family}-accents", size)


@cache
def _load_font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{name}.woff2", size)


def _draw_board(pen: ImageDraw.ImageDraw, scores: tuple[int, int], target: int) -> None:
    streets = target // STREET
    wood = (BOARD_LEFT, BOARD_TOP, BOARD_LEFT + BOARD_WIDTH, BOARD_TOP + streets * STREET_DISTANCE + 16)
    pen.rounded_rectangle(_fine(*wood), 20 * FINE, fill=WOOD, outline=WOOD_EDGE, width=3 * FINE)
    for lane in (0, 1):
        for street in range(streets):
            ends = (_place(street * STREET + 1, lane, target), _place(street * STREET + STREET, lane, target))
            pen.line(_fine(*ends[0], *ends[1]), fill=LANES[lane], width=14 * FINE)
        for hole in range(1, target + 1):
            _draw_dot(pen, _place(hole, lane, target), 3.2, HOLE)
        _draw_dot(pen, _place(min(scores[lane], target), lane, target), 10, PEGS[lane], WOOD_EDGE)


def _place(hole: int, lane: int, target: int) -> tuple[float, float]:
    across, street = hole_place(hole, target)
    x = BOARD_LEFT + 56 + across * (BOARD_WIDTH - 112)
    y = BOARD_TOP + 8 + (street + 0.5) * STREET_DISTANCE
    return x, y + (LANE_DISTANCE if lane != street % 2 else -LANE_DISTANCE)


def _draw_dot(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, fill: str, outline: str | None = None
) -> None:
    (x, y), r = at, radius
    pen.ellipse(_fine(x - r, y - r, x + r, y + r), fill=fill, outline=outline, width=2 * FINE)


def _draw_card(image: Image.Image, card: str, n: int, of: int) -> None:
    """Draw a card of a fan at the lower right."""
    rank, suit = card[0], card[1]
    face = Image.new("RGBA", (CARD_WIDTH * FINE, CARD_HEIGHT * FINE))
    pen = ImageDraw.Draw(face)
    colour = RED if suit in "DH" else BLACK
    box = (FINE, FINE, CARD_WIDTH * FINE - FINE, CARD_HEIGHT * FINE - FINE)
    pen.rounded_rectangle(box, 12 * FINE, fill=PAPER, outline=EDGE, width=2 * FINE)
    _write(pen, "10" if rank == "T" else rank, 60, 14, 0, colour, family="fraunces")
    pen.polygon(_suit_at(suit, 32, 84, 1.3), fill=colour)
    pen.polygon(_suit_at(suit, 80, 124, 3.8), fill=colour)
    turned = face.rotate(6 * ((of - 1) / 2 - n), expand=True, resample=Image.Resampling.BICUBIC)
    right = WIDTH - MARGIN - CARD_WIDTH
    x = right - (of - 1 - n) * CARD_STEP
    y = 372 + 6 * abs(n - (of - 1) / 2) ** 2
    image.paste(turned, (int(x * FINE), int(y * FINE)), turned)


def _suit_at(suit: str, x: float, y: float, size: float) -> list[tuple[float, float]]:
    return [((x + size * dx) * FINE, (y + size * dy) * FINE) for dx, dy in suit_outline(suit)]


def _fine(*numbers: float) -> Sequence[float]:
    return [number * FINE for number in numbers]
