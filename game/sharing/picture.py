"""Draws link pictures. A worker runs this, so it needs no Django."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from game.sharing.shapes import STREET, hole_place, suit_outline

WIDTH, HEIGHT = 1200, 630
FINE = 2  # drawn larger and scaled down, for smooth edges
MARGIN = 64
# The letters in the first file of a font; docs/how-to/fonts.md explains the split.
ENGLISH = frozenset(map(chr, range(0x20, 0x7F))) | frozenset("\u00a0·×–—‘’“”…−")
FONTS = Path(__file__).resolve().parent.parent.parent / "static" / "fonts"

FELT, FELT_LIGHT, CREAM, GOLD = "#1f4638", "#2f6a55", "#f7f2e4", "#ffd98a"
PAPER, EDGE, RED, BLACK = "#fffdf7", "#b9ad95", "#b3211a", "#23201c"
WOOD, WOOD_EDGE, HOLE = "#c99a62", "#8a5a2b", "#3c2612"
LANES, PEGS = ("#dd7b55", "#7fa0c2"), ("#c0311d", "#1d4f8c")

CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 132, 185, 84
BOARD_LEFT, BOARD_WIDTH, BOARD_TOP = 64, 590, 330
LANE_DISTANCE, STREET_DISTANCE = 11, 56
# A peg's color, and how much higher than the middle it stands: its sign and place tell without the color.
SIGNED_PEGS = {"+": ("#3f9d5f", 52), "=": ("#f2c14e", 0), "−": ("#e5735c", -52)}
PEG_RADIUS, WIDEST_PITCH = 30, 92
RAIL = (MARGIN, 300, WIDTH - MARGIN, 570)


@dataclass(frozen=True, slots=True)
class Picture:
    """The contents of a picture: words, cards such as 5H, and both scores; or, of each deal, a signed peg."""

    heading: str
    lines: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    scores: tuple[int, int] = (0, 0)
    target: int = 121
    pegs: tuple[str, ...] = ()


def draw(picture: Picture) -> bytes:
    """Return the picture as a PNG."""
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), FELT)
    pen = ImageDraw.Draw(image)
    _draw_felt(pen)
    _draw_words(pen, picture)
    if picture.pegs:
        _draw_pegs(pen, picture.pegs)
    else:
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
    """Write a line, smaller if it would be too long."""
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
    """Split a line by font file: letters with accents are in a separate one."""
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


def _draw_pegs(pen: ImageDraw.ImageDraw, signs: Sequence[str]) -> None:
    """Draw a peg for each deal on a rail, with its sign inside and the deal's number below."""
    pen.rounded_rectangle(_fine(*RAIL), 20 * FINE, fill=WOOD, outline=WOOD_EDGE, width=3 * FINE)
    for n, sign in enumerate(signs):
        colour, _ = SIGNED_PEGS[sign]
        x, y = peg_place(n, signs)
        radius = min(PEG_RADIUS, peg_pitch(len(signs)) * 0.42)
        for height in (52, 0, -52):
            _draw_dot(pen, (x, peg_height(height)), 5, HOLE)
        _draw_dot(pen, (x, y), radius, colour, WOOD_EDGE)
        _write_centered(pen, sign, radius * 2, x, y)
        _write_centered(pen, str(n + 1), 26, x, RAIL[3] - 30)


def peg_pitch(deals: int) -> float:
    """Return the distance between two deals on the rail."""
    return min(WIDEST_PITCH, (RAIL[2] - RAIL[0] - 40) / deals)


def peg_height(above: float) -> float:
    return RAIL[1] + 110 - above


def peg_place(n: int, signs: Sequence[str]) -> tuple[float, float]:
    """Return the middle of the n-th peg, from 0."""
    x = WIDTH / 2 + (n - (len(signs) - 1) / 2) * peg_pitch(len(signs))
    return x, peg_height(SIGNED_PEGS[signs[n]][1])


def _write_centered(pen: ImageDraw.ImageDraw, text: str, size: float, x: float, y: float) -> None:
    pen.text((x * FINE, y * FINE), text, HOLE, _load_font("figtree", round(size * FINE)), anchor="mm")


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
